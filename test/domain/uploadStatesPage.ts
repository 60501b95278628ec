import * as Phase from "../../src/domain/UploadPhase.js"
import * as UploadState from "../../src/domain/UploadState.js"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const phasesTable = (): ReadonlyArray<string> => [
  row(["Phase", "Progress state", "Multipart state", "Ended"]),
  row(["---", "---", "---", "---"]),
  ...Phase.phaseTags.map((tag) => {
    const phase = Phase.isHalted(tag)
      ? { _tag: tag, during: "UploadingParts" as const }
      : { _tag: tag }
    return row([
      tag,
      Phase.isHalted(tag) && tag !== "Success" && tag !== "Failed"
        ? "as before"
        : Phase.progressOf(phase) ?? "none",
      Phase.multipartOf(phase) ?? "none",
      Phase.hasEnded(phase) ? "yes" : ""
    ])
  })
]

const transitionsTable = (): ReadonlyArray<string> => [
  row(["Event", ...Phase.phaseTags]),
  row(["---", ...Phase.phaseTags.map(() => "---")]),
  ...UploadState.uploadEvents.map((event) =>
    row([event, ...Phase.phaseTags.map((tag) => UploadState.transitions[tag][event] ?? "·")])
  )
]

/**
 * The page `docs/upload-states.md`, as the table in the code says it.
 */
export const uploadStatesPage = (): string =>
  `${
    [
      "# Upload states",
      "",
      "Written from `src/domain/UploadState.ts`; a test fails when the two differ",
      "(`UPDATE_DOCS=1 npx vitest run test/domain` writes this page anew).",
      "",
      "An upload is in one phase. The two states of the specification, progress and multipart, are read off it. `Success` and",
      "`Failed` keep the multipart state that they ended; the table shows an upload in parts.",
      "",
      ...phasesTable(),
      "",
      "## What every event does in every phase",
      "",
      "`·` means that nothing changes; `back` is the phase that was interrupted. `resume` and `retry` of a cancelled upload fail",
      "with `UploadCancelled`. `Stopped`, `Offline`, `AwaitingSignIn`, `Cancelled`, `Success` and `Failed` remember the phase",
      "they were entered from. An upload that comes back online closes the requests left from before, lists the parts that the",
      "storage has, and sends the missing ones.",
      "",
      ...transitionsTable()
    ].join("\n")
  }\n`
