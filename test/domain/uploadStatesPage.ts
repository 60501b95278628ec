import * as UploadDoubt from "../../src/domain/UploadDoubt.js"
import * as Phase from "../../src/domain/UploadPhase.js"
import * as UploadStage from "../../src/domain/UploadStage.js"
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

const stagesTable = (): ReadonlyArray<string> => [
  row(["Event", ...UploadStage.stageTags]),
  row(["---", ...UploadStage.stageTags.map(() => "---")]),
  ...UploadStage.stageEvents.map((event) =>
    row([event, ...UploadStage.stageTags.map((tag) => UploadStage.nextStage(tag, event) ?? "·")])
  )
]

const doubtsTable = (): ReadonlyArray<string> => [
  row(["Doubt", "Arises when", "The question that settles it", "The proof that is accepted", "Without it"]),
  row(["---", "---", "---", "---", "---"]),
  ...UploadDoubt.doubtTags.map((tag) => {
    const { arises, otherwise, proof, question } = UploadDoubt.doubts[tag]
    return row([tag, arises, question, proof, otherwise])
  })
]

/**
 * The page `docs/upload-states.md`, as the table in the code says it.
 */
export const uploadStatesPage = (): string =>
  `${
    [
      "# Upload states",
      "",
      "What stop, resume, cancel and retry mean at every moment, and what an upload knows of its bytes. This page is written from",
      "`src/domain/UploadState.ts`, `src/domain/UploadStage.ts` and `src/domain/UploadDoubt.ts`, and a test fails when they differ",
      "(`UPDATE_DOCS=1 npx vitest run test/domain` writes it anew).",
      "",
      "## Phases",
      "",
      "An upload is in one phase. The two states of the specification, progress and multipart, follow from it. The table shows an upload in",
      "parts. `Success` and `Failed` keep the multipart state in which they ended.",
      "",
      ...phasesTable(),
      "",
      "## What every event does in every phase",
      "",
      "`·` means that nothing changes. `back` is the phase that was interrupted.",
      "",
      "- `resume` and `retry` of a cancelled upload fail with `UploadCancelled`.",
      "- `Stopped`, `Offline`, `AwaitingSignIn`, `Cancelled`, `Success` and `Failed` remember the phase from which they were entered.",
      "- An upload that comes back online closes the requests left from before, lists the parts that the storage has, and sends the missing ones.",
      "- It waits up to three first pauses longer (`retry.firstPause`, 3 s by default), by chance. So many clients do not come back in one moment.",
      "",
      ...transitionsTable(),
      "",
      "## How far the upload has come",
      "",
      "The phase says what an upload is doing, its stage what is known of its bytes. A run that is stopped, breaks off or crashes leaves the",
      "stage behind, and the next run goes on from it.",
      "",
      "| Stage | What is known |",
      "| --- | --- |",
      "| New | no file is announced |",
      "| Announced | the service has named the file and its object |",
      "| Begun | a multipart upload is open |",
      "| Joined | its parts are one object, which is not compared yet |",
      "| Stored | the storage has the bytes |",
      "| Confirmed | the service has heard of it |",
      "| Found | the bytes were there already |",
      "",
      "`·` means that the event cannot happen in that stage.",
      "",
      ...stagesTable(),
      "",
      "A session of another tab or of an earlier run is taken over as it is: it is at `New`, `Announced` or `Begun`.",
      "",
      "## What an upload may not know",
      "",
      "Beside its stage an upload has one record of doubts. A doubt is settled by its own question, and only by the proof named here.",
      "",
      ...doubtsTable()
    ].join("\n")
  }\n`
