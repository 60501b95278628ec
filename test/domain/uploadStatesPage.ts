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
      "What stop, resume, cancel and retry do at every moment, and what an upload knows about its bytes. The first two sections are for users",
      "of the library, the others for those who change it. The page is generated from `src/domain/UploadState.ts`,",
      "`src/domain/UploadStage.ts` and `src/domain/UploadDoubt.ts`, and a test fails if they differ (`UPDATE_DOCS=1 npx vitest run test/domain`",
      "generates it again).",
      "",
      "## Phases",
      "",
      "An upload is always in one phase. The specification's two states, progress and multipart, follow from the phase. The table shows an",
      "upload in parts. `Success` and `Failed` keep the multipart state in which the upload ended.",
      "",
      ...phasesTable(),
      "",
      "## What every event does in every phase",
      "",
      "`·` means that nothing changes. `back` means the phase that was interrupted.",
      "",
      "- `resume` and `retry` of a cancelled upload fail with `UploadCancelled`.",
      "- `Stopped`, `Offline`, `AwaitingSignIn`, `Cancelled`, `Success` and `Failed` remember the phase from which they were entered.",
      "- When the network is back, an upload closes its old requests, lists the parts that the storage has, and sends the missing ones.",
      "- It first waits a random time of up to three first pauses (`retry.firstPause`, 3 s by default), so that many clients do not return at",
      "  the same moment.",
      "",
      ...transitionsTable(),
      "",
      "## How far the upload has come",
      "",
      "The phase says what an upload is doing, its *stage* what is known about its bytes. A run is one go at an upload. If a run is stopped,",
      "fails or crashes, the next run continues from the stage.",
      "",
      "| Stage | What is known |",
      "| --- | --- |",
      "| New | no create call has succeeded |",
      "| Announced | a create call has named the file and its object |",
      "| Begun | a multipart upload is open |",
      "| Joined | the multipart upload is completed, but the object is not verified |",
      "| Stored | the storage has the bytes |",
      "| Confirmed | the service knows that the bytes are stored |",
      "| Found | the storage already had the bytes |",
      "",
      "`·` means that the event cannot happen in that stage.",
      "",
      ...stagesTable(),
      "",
      "A saved session of another tab or of an earlier program is at `New`, `Announced` or `Begun`.",
      "",
      "## What an upload may not know",
      "",
      "Besides its stage, an upload has a record of *doubts*: what it cannot know for certain, for example because an answer was lost. Each doubt",
      "has one question that settles it, and only the proof in this table counts as a yes.",
      "",
      ...doubtsTable()
    ].join("\n")
  }\n`
