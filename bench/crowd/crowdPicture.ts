/**
 * The requests of two crowds over time, as an SVG that is readable on light and on dark pages.
 */
import type { Crowds } from "../crowd.js"

const width = 720
const height = 150
const left = 60
const top = 34

/** Seconds that one point of a line stands for. */
const bin = 15

const inBins = (arrivals: ReadonlyArray<number>, clients: number): ReadonlyArray<number> => {
  const bins: Array<number> = []
  for (let at = 0; at < arrivals.length; at += bin) {
    const sum = arrivals.slice(at, at + bin).reduce((all, count) => all + count, 0)
    bins.push((sum * 60) / bin / clients)
  }
  return bins
}

const panel = ({ ours, peer, scenario }: Crowds, clients: number, at: number): string => {
  const lines = [inBins(peer.arrivals, clients), inBins(ours.arrivals, clients)] as const
  const longest = Math.max(...lines.map((line) => line.length))
  const most = Math.max(...lines.flat())
  const x = (index: number): string => (left + (index / longest) * width).toFixed(1)
  const y = (value: number): string => (at + top + height - (value / most) * height).toFixed(1)
  const path = (line: ReadonlyArray<number>): string =>
    line.map((value, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(value)}`).join("")
  const bottom = at + top + height
  return [
    `<text x="${left}" y="${at + 22}" class="title">${scenario}</text>`,
    `<path d="M${left} ${at + top}V${bottom}H${left + width}" class="axis"/>`,
    `<text x="${left - 6}" y="${at + top + 4}" text-anchor="end">${most.toFixed(1)}</text>`,
    `<text x="${left - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<text x="${left + width}" y="${bottom + 16}" text-anchor="end">${Math.round((longest * bin) / 60)} min</text>`,
    `<path d="${path(lines[0])}" class="peer"/>`,
    `<path d="${path(lines[1])}" class="ours"/>`
  ].join("\n")
}

const style = `
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-weight: 600 }
.axis { stroke: #888; fill: none }
.ours, .peer { fill: none; stroke-width: 2 }
.ours { stroke: #0b62c4 } .oursText { fill: #0b62c4 }
.peer { stroke: #b5470f } .peerText { fill: #b5470f }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd }
  .ours { stroke: #6cb2ff } .oursText { fill: #6cb2ff }
  .peer { stroke: #ff9d63 } .peerText { fill: #ff9d63 }
}`

export const crowdPicture = (all: ReadonlyArray<Crowds>, clients: number): string => {
  const each = height + top + 30
  const total = 30 + each * all.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 20} ${total}" role="img">
<title>Requests a client and minute of ${clients} clients, and of the same with the AWS SDKs' standard retry</title>
<style>${style}</style>
<text x="${left}" y="20">requests a client and minute: <tspan class="oursText">this library</tspan>, <tspan class="peerText">standard retry of the AWS SDKs</tspan></text>
${all.map((one, index) => panel(one, clients, 30 + index * each)).join("\n")}
</svg>
`
}
