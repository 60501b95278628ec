import type { FaultKind, FaultPlatform, Kind, Step } from "./faultTable.js"
import { faultKinds, seesAnnounced, stepsOn } from "./faultTable.js"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const cell = (step: Step, fault: FaultKind): string => {
  if (!fault.appliesTo(step)) return "·"
  return seesAnnounced(step, fault) ? "xx" : "x"
}

const table = (kind: Kind, platform: FaultPlatform = "s3"): ReadonlyArray<string> => {
  const columns = stepsOn(platform).filter((step) => step.kind === kind)
  return [
    row(["Fault", ...columns.map((step) => step.name)]),
    row(["---", ...columns.map(() => "---")]),
    ...faultKinds
      .filter((fault) => columns.some(fault.appliesTo))
      .map((fault) => row([fault.name, ...columns.map((step) => cell(step, fault))]))
  ]
}

/** The page `docs/faults.md`, as the table of the tests says it. */
export const faultsPage = (): string =>
  `${
    [
      "# Faults",
      "",
      "Which fault at which step of an upload was tried. Each `x` is a test on s3 and one on oss: the real adapters of Node against the",
      "emulator, over sockets. The service of these tests hides announced files until they are confirmed. An `xx` also runs in a service",
      "that lists them at once. Each `x` is the same upload in both, since it asks nothing by which they differ: the tests hold that.",
      "",
      "After each test:",
      "",
      "- every fault was consumed, the upload ended in success, and there is one file;",
      "- the stored bytes equal the source, and no multipart upload is open;",
      "- the bytes that the storage accepted equal the size, so none was stored twice;",
      "- the bytes that it received are at most the size and one part for each fault.",
      "",
      "This page is written from `test/faults/faultTable.ts`, and a test fails when the two differ",
      "(`UPDATE_DOCS=1 npx vitest run test/faults -t page` writes it anew).",
      "",
      "## One PUT",
      "",
      ...table("direct"),
      "",
      "## Parts",
      "",
      ...table("multipart"),
      "",
      "## One PUT on pds",
      "",
      ...table("direct", "pds"),
      "",
      "## Parts on pds",
      "",
      ...table("multipart", "pds"),
      "",
      "The tables of pds lack some steps and faults:",
      "",
      "- An upload to pds makes no *begin*, *success-callback* and *asset status*. The upload id comes with create, and complete tells the",
      "  service.",
      "- A *skewed clock* is refused where requests are signed here. On pds the service signs the addresses of parts, so a clock that is ahead",
      "  makes an address old (*skewed service*).",
      "- *Stalled* at create and at addresses takes 60 s, which no test waits for. That limit is tested under a virtual clock",
      "  (`test/layers/storage/pds/PdsClient.test.ts`).",
      "",
      "## What is done about each",
      "",
      "| Fault | What the upload does |",
      "| --- | --- |",
      "| reset, 500 | repeats the request after a pause, eight times in a row |",
      "| host down: no connection, 502, 504 | waits in one line with all requests to that host, half an hour at most where the caller has set no bound: [kindness.md](kindness.md#when-a-transfer-gives-up) |",
      "| 503, 429 | slows all uploads of this client for the time of the pause; its requests to that host go one at a time until it answers again: [kindness.md](kindness.md) |",
      "| slow | waits |",
      "| stalled | breaks the request off: after 30 s without a byte, 60 s without an answer, 10 min without an answer to complete |",
      "| expired, at the storage | fetches the space's credential anew, once for all parts |",
      "| expired, at the product API | waits with its session and goes on after sign-in |",
      "| expired, on pds | fetches the token anew and makes the call once more; asks anew for the address of a part |",
      "| skewed clock | reads the storage's time off its refusal and signs the request again, once |",
      "",
      "**Reply dropped or truncated.** Where all bytes had left, the storage is asked before anything is sent again: for the object after a PUT",
      "or a complete, for the part list after a part. What it has counts if a digest or the upload's mark says that it is ours. A begin call is",
      "repeated, and what the lost one may have left is found in the list of open uploads and aborted.",
      "",
      "**Reply dropped at create.** The upload looks for what the lost call has left before it repeats it: [lost-answers.md](lost-answers.md).",
      "",
      "**Portal, redirect.** A network's sign-in page answers in place of the service, or leads to itself. The upload waits as it does without a",
      "network, and asks again after a pause that grows. Such answers count for no failure: the tests give 12 in a row, more than the failures",
      "after which an upload gives up. What was asked counts as not answered, so the storage is looked at before bytes go again.",
      "",
      "A fault table of the same steps under virtual time is in `test/transfer/upload/Faults.test.ts`, random ones in `test/property`."
    ].join("\n")
  }\n`
