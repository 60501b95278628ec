/**
 * The look of the inspector, as text for a constructed style sheet: a strict Content-Security-Policy allows it, and the application
 * needs no CSS of its own. Colours follow the `color-scheme` of the page.
 */
export const styles = `
.edi {
  --edi-ground: light-dark(#ffffff, #1c2026);
  --edi-hover: light-dark(#f1f3f7, #272c34);
  --edi-press: light-dark(#e7eaf0, #262c34);
  --edi-border: light-dark(#e2e5eb, #2b313a);
  --edi-strong: light-dark(#858e9b, #6f7986);
  --edi-text: light-dark(#15181e, #eceef2);
  --edi-muted: light-dark(#515a67, #abb3be);
  --edi-subtle: light-dark(#5f6875, #97a0ac);
  --edi-accent: light-dark(#2a4fd0, #95acff);
  --edi-danger: light-dark(#b3261e, #ff938a);
  --edi-warning: light-dark(#7b4f00, #e8ba5b);
  --edi-waiting: light-dark(#e6e9ef, #2d333d);
  --edi-hashed: light-dark(#cdd8fb, #293560);
  --edi-queued: light-dark(#a4b8f7, #3c508f);
  --edi-flight: light-dark(#2a4fd0, #a6b9ff);
  --edi-done: light-dark(#6a87ea, #5f7ad6);
  --edi-reused: light-dark(#429a6a, #4fa876);
  --edi-retry: light-dark(#c27d05, #e8ba5b);
  --edi-failed: light-dark(#cb3a31, #ff7c71);
  --edi-font: -apple-system, "Segoe UI Variable Text", "Segoe UI", Inter, Roboto, Ubuntu, "Noto Sans", "Liberation Sans",
    "PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", system-ui, sans-serif;
  box-sizing: border-box; container: edi / inline-size; display: flex; flex-direction: column; min-height: 0;
  height: 100%; overflow: clip; background: var(--edi-ground); color: var(--edi-text);
  font: 400 13px/18px var(--edi-font); font-variant-numeric: tabular-nums; text-align: start;
}
.edi[data-theme="light"] { color-scheme: light; }
.edi[data-theme="dark"] { color-scheme: dark; }
.edi *, .edi *::before { box-sizing: border-box; }
.edi :where(h2, h3, p, ol, ul, dl, dd) { margin: 0; padding: 0; list-style: none; }
.edi :focus-visible { outline: 2px solid var(--edi-accent); outline-offset: 2px; border-radius: 4px; }
.edi-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.edi-head { display: flex; align-items: center; gap: 18px; min-height: 52px; padding: 0 10px 0 20px; flex: none; }
.edi-head h2 { flex: none; font: 600 14px/20px var(--edi-font); }
.edi-stat { white-space: nowrap; color: var(--edi-muted); }
.edi-stat b { font-weight: 600; color: var(--edi-text); }
.edi-tools { display: flex; gap: 4px; flex: none; margin-inline-start: auto; }
.edi-button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-width: 32px; height: 32px;
  padding: 0 8px; border: 0; border-radius: 8px; background: none; color: var(--edi-text); font: inherit; cursor: pointer; }
.edi-button:hover { background: var(--edi-hover); }
.edi-button[aria-pressed="true"] { background: var(--edi-press); }
.edi-button svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round;
  stroke-linejoin: round; }
.edi-link { border: 0; padding: 0; background: none; color: var(--edi-accent); font: 400 12px/24px var(--edi-font);
  cursor: pointer; white-space: nowrap; }
.edi-link:hover { text-decoration: underline; }

.edi-grid { display: grid; grid-template-columns: 316px minmax(0, 1fr) 280px; flex: 1; min-height: 0; }
.edi-side { display: flex; flex-direction: column; gap: 16px; min-width: 0; min-height: 0; padding: 2px 20px 18px;
  overflow-y: auto; }
.edi-requests { display: flex; flex-direction: column; flex: 1; min-height: 0; }
.edi-middle { display: flex; flex-direction: column; gap: 12px; min-width: 0; min-height: 0; padding: 2px 12px 18px 4px; }
.edi-h { display: flex; align-items: baseline; gap: 8px; margin-bottom: 8px; font: 500 12px/16px var(--edi-font);
  color: var(--edi-subtle); }
.edi-h > span, .edi-h > button { margin-inline-start: auto; }
.edi-h h3 { font: inherit; color: inherit; }
.edi-none { color: var(--edi-subtle); font: 400 12px/16px var(--edi-font); }

.edi-big { font: 600 26px/30px var(--edi-font); letter-spacing: -.02em; }
.edi-big small { margin-inline-start: 4px; font: 400 13px/18px var(--edi-font); letter-spacing: 0; color: var(--edi-muted); }
.edi-spark { display: block; width: 100%; height: 60px; margin-top: 6px; overflow: visible; color: var(--edi-accent);
  border-bottom: 1px solid var(--edi-border); }
.edi-spark path { fill: none; stroke: currentColor; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.edi-spark .edi-under { fill: currentColor; opacity: .22; stroke: none; }
.edi-axis { display: flex; justify-content: space-between; margin-top: 3px; font: 400 11px/16px var(--edi-font);
  color: var(--edi-subtle); }

.edi-lane { display: grid; grid-template-columns: 56px 1fr 64px; align-items: center; gap: 10px; height: 26px; }
.edi-lane > :last-child { font-size: 12px; text-align: end; color: var(--edi-subtle); }
.edi-slots { display: flex; gap: 3px; height: 12px; }
.edi-slot { position: relative; flex: 1; min-width: 2px; overflow: hidden; border-radius: 3px; background: var(--edi-hashed); }
.edi-slot i { position: absolute; inset: 0; background: var(--edi-flight); transform-origin: left; }
.edi-slot[data-state="free"] { background: none; box-shadow: inset 0 0 0 1px var(--edi-queued); }
.edi-slot[data-state="shut"] { background: none; box-shadow: inset 0 0 0 1px var(--edi-border); }

.edi-events { display: grid; gap: 5px; font: 400 12px/16px var(--edi-font); color: var(--edi-muted); }
.edi-events li { display: grid; grid-template-columns: 58px 1fr; overflow-wrap: anywhere; }
.edi-events time { color: var(--edi-subtle); }
.edi-events b { font-weight: 500; color: var(--edi-text); }
.edi-errors { display: grid; gap: 2px; font: 400 12px/16px var(--edi-font); }
.edi-errors summary { display: flex; gap: 8px; align-items: center; min-height: 24px; cursor: pointer; overflow-wrap: anywhere; }
.edi-errors summary::before { content: ""; flex: none; width: 8px; height: 8px; border-radius: 50%; background: var(--edi-failed); }
.edi-errors time { margin-inline-start: auto; color: var(--edi-subtle); }
.edi-errors p { padding: 2px 0 6px 16px; color: var(--edi-muted); overflow-wrap: anywhere; }

.edi-up { display: flex; align-items: center; gap: 10px; min-height: 28px; margin-bottom: 8px; }
.edi-up select { appearance: none; max-width: min(60%, 420px); min-height: 28px; padding: 0 24px 0 8px;
  margin-inline-start: -8px; border: 0; border-radius: 8px; color: var(--edi-text); font: 500 14px/20px var(--edi-font);
  background: linear-gradient(45deg, transparent 50%, var(--edi-muted) 50%) calc(100% - 12px) 55% / 5px 5px no-repeat,
    linear-gradient(-45deg, transparent 50%, var(--edi-muted) 50%) calc(100% - 7px) 55% / 5px 5px no-repeat,
    var(--edi-ground); text-overflow: ellipsis; }
.edi-up select:hover { background-color: var(--edi-hover); }
.edi-up > span { color: var(--edi-subtle); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.edi-up > :last-child { margin-inline-start: auto; }
.edi-map { position: relative; }
.edi-map canvas { display: block; width: 100%; }
.edi-legend { display: flex; flex-wrap: wrap; gap: 4px 13px; margin-top: 10px; font: 400 12px/16px var(--edi-font);
  color: var(--edi-muted); }
.edi-legend li { display: inline-flex; align-items: center; gap: 6px; white-space: nowrap; }
.edi-legend b { font-weight: 500; color: var(--edi-text); }
.edi-swatch { width: 9px; height: 9px; border-radius: 2px; }
${
  ["waiting", "hashed", "queued", "flight", "done", "reused", "retry", "failed"]
    .map((state) => `.edi-swatch[data-state="${state}"] { background-color: var(--edi-${state}); }`).join("\n")
}
.edi-swatch[data-state="failed"] { box-shadow: 0 0 0 1.5px var(--edi-ground), 0 0 0 3px var(--edi-failed); }
.edi-tip { min-height: 16px; margin-top: 4px; font: 400 12px/16px var(--edi-font); color: var(--edi-muted); }
.edi-table { width: 100%; border-spacing: 0; font: 400 12px/18px var(--edi-font); }
.edi-table th { font-weight: 500; text-align: start; color: var(--edi-subtle); }
.edi-tablebox { max-height: 160px; overflow: auto; }

.edi-key { display: flex; flex-wrap: wrap; gap: 2px 16px; margin-bottom: 4px; font: 400 11px/16px var(--edi-font);
  color: var(--edi-subtle); }
.edi-key li { display: inline-flex; align-items: center; gap: 6px; }
.edi-key i { width: 16px; height: 8px; border-radius: 2px; }
.edi-key [data-kind="line"] { height: 1px; background: var(--edi-strong); }
.edi-key [data-kind="send"] { background: var(--edi-done); }
.edi-key [data-kind="answer"] { background: var(--edi-queued); }
.edi-key [data-kind="pause"], .edi-bar[data-kind="pause"] { height: 1px; border-radius: 0;
  background: repeating-linear-gradient(90deg, var(--edi-retry) 0 3px, transparent 3px 6px); }
.edi-key [data-kind="broke"] { width: 8px; border-radius: 50%; background: var(--edi-failed); }
.edi-flow[hidden] { display: none; }
.edi-flow { position: relative; flex: 1; min-height: 120px; overflow: hidden auto;
  --edi-cols: 44px minmax(92px, 132px) minmax(0, 1fr) 60px 52px; }
.edi-row { display: grid; grid-template-columns: var(--edi-cols); column-gap: 8px; align-items: center; height: 18px;
  font: 400 12px/16px var(--edi-font); border-radius: 4px; }
.edi-row:hover, .edi-row[data-lit] { background: var(--edi-hover); }
.edi-rowhead { position: sticky; top: 0; z-index: 2; background: var(--edi-ground); border-radius: 0;
  font-size: 11px; color: var(--edi-subtle); }
.edi-ticks span { white-space: nowrap; }
.edi-ticks { display: grid; grid-template-columns: repeat(6, 1fr); }
.edi-row > :first-child { font-size: 11px; color: var(--edi-subtle); }
.edi-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.edi-track { position: relative; height: 100%; background: repeating-linear-gradient(90deg, var(--edi-border) 0 1px,
  transparent 1px calc(100% / 6)); border-inline-end: 1px solid var(--edi-flight); }
.edi-bar { position: absolute; top: 5px; height: 9px; min-width: 2px; border-radius: 2.5px; }
.edi-bar[data-kind="line"], .edi-bar[data-kind="pause"] { top: 9px; height: 1px; border-radius: 0; }
.edi-bar[data-kind="line"] { background: var(--edi-strong); opacity: .65; }
.edi-bar[data-kind="send"] { background: var(--edi-done); }
.edi-bar[data-kind="send"][data-live] { background: linear-gradient(90deg, var(--edi-done), var(--edi-flight)); }
.edi-bar[data-kind="answer"] { background: var(--edi-queued); }
.edi-bar[data-kind="broke"] { width: 9px; margin-inline-start: -4px; border-radius: 50%; background: var(--edi-failed);
  box-shadow: 0 0 0 2px var(--edi-ground); z-index: 1; }
.edi-end { text-align: end; color: var(--edi-muted); white-space: nowrap; }
.edi-end[data-mood="bad"] { color: var(--edi-danger); font-weight: 500; }
.edi-end[data-mood="warn"] { color: var(--edi-warning); }
.edi-end[data-mood="run"] { color: var(--edi-accent); }

.edi-box-credentials:has(li:nth-child(4)) { display: flex; flex-direction: column; min-height: 140px; }
.edi-box-credentials ul { min-height: 0; overflow-y: auto; scrollbar-width: thin; }
.edi-cred { display: grid; grid-template-columns: 1fr auto; gap: 4px 8px; margin-bottom: 8px; }
.edi-cred > :first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.edi-cred > :nth-child(2) { color: var(--edi-muted); }
.edi-cred[data-low] > :nth-child(2) { color: var(--edi-warning); }
.edi-drain { grid-column: 1 / -1; position: relative; height: 4px; border-radius: 2px; background: var(--edi-waiting); }
.edi-drain i { position: absolute; inset: 0 auto 0 0; border-radius: 2px; background: var(--edi-done); }
.edi-cred[data-low] .edi-drain i { background: var(--edi-retry); }
.edi-drain u { position: absolute; top: -2px; bottom: -2px; width: 2px; background: var(--edi-subtle);
  box-shadow: 0 0 0 1px var(--edi-ground); }

@container edi (width < 1100px) {
  .edi-head > .edi-stat:nth-of-type(4) { display: none; }
  .edi-grid { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 18px 32px; align-content: start;
    grid-auto-rows: max-content; overflow-y: auto; padding: 2px 20px 20px; }
  .edi-side { display: contents; }
  .edi-middle { grid-column: 1 / -1; grid-row: 2; min-height: auto; padding: 0; }
  .edi-flow { flex: none; overflow: visible; min-height: 0; }
  .edi-box-events, .edi-box-errors { grid-column: 1 / -1; order: 1; }
}
@container edi (width < 640px) {
  .edi-head { gap: 12px; padding-inline: 16px 6px; }
  .edi-head > .edi-stat:nth-of-type(n + 2) { display: none; }
  .edi-head > .edi-stat { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  .edi-ticks span:nth-child(even) { visibility: hidden; }
  .edi-tools span { display: none; }
  .edi-grid { grid-template-columns: minmax(0, 1fr); padding-inline: 16px; gap: 20px; }
  .edi-grid > *, .edi-side > * { grid-column: 1; grid-row: auto; order: 3; }
  .edi-side > .edi-box-throughput { order: 0; }
  .edi-grid > .edi-middle { order: 1; }
  .edi-side > .edi-box-lanes { order: 2; }
  .edi-side > .edi-box-errors { order: 4; }
  .edi-side > .edi-box-events { order: 5; }
  .edi-flow { --edi-cols: 76px minmax(0, 1fr) 52px 48px; }
  .edi-row > :first-child { display: none; }
  .edi-up > span { display: none; }
  .edi-up select { max-width: 60%; min-height: 44px; }
  .edi-button, .edi-link { min-width: 44px; height: 44px; }
  .edi-errors summary { min-height: 44px; }
}
@media (pointer: coarse) {
  .edi-button, .edi-link { min-width: 44px; height: 44px; }
  .edi-up select, .edi-errors summary { min-height: 44px; }
}
@media (prefers-contrast: more) {
  .edi { --edi-border: light-dark(#858e9b, #6f7986); --edi-muted: light-dark(#333a45, #d5dae1);
    --edi-subtle: light-dark(#333a45, #d5dae1); }
}
@media (forced-colors: active) {
  .edi-bar, .edi-slot, .edi-swatch, .edi-drain, .edi-drain i, .edi-key i { forced-color-adjust: none; }
}
`

const adopted = new WeakSet<Node>()

export const adoptStyles = (node: Node): void => {
  const root = node.getRootNode()
  const isRoot = root instanceof Document || root instanceof ShadowRoot
  // A document without constructed sheets, as of a test, shows the same without styles.
  if (!isRoot || adopted.has(root) || !("adoptedStyleSheets" in root)) return
  adopted.add(root)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
