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
      "Which faults the tests inject at which step of an upload, and what the upload does about each. Look here before you trust it with a bad",
      "network.",
      "",
      "Each `x` is a test on s3 and one on oss: the real adapters for Node against the emulator, over sockets. In these tests the service lists",
      "a file only after its upload is confirmed. An `xx` also runs against a service that lists files from their create call on. For a plain",
      "`x` the upload asks nothing in which the two services differ; the tests check that.",
      "",
      "Each test checks that afterwards:",
      "",
      "- every fault was hit, the upload succeeded, and there is exactly one file;",
      "- the stored bytes equal the source, and no multipart upload is open;",
      "- the storage accepted exactly as many bytes as the file has, so none was stored twice;",
      "- the storage received at most the file's size plus one part for each fault.",
      "",
      "This page is generated from `test/faults/faultTable.ts`, and a test fails if the two differ",
      "(`UPDATE_DOCS=1 npx vitest run test/faults -t page` generates it again).",
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
      "Some steps and faults do not exist on pds, or are tested elsewhere:",
      "",
      "- There is no *begin*, *success-callback* and *asset status*. The upload id comes with create, and complete informs the service.",
      "- A *skewed clock* matters only if the client signs requests. On pds the service signs the addresses of parts. A clock that is ahead",
      "  makes an address look expired (*skewed service*).",
      "- *Stalled* at create and at addresses takes 60 s, too long for these tests. That limit is tested with a virtual clock",
      "  (`test/layers/storage/pds/PdsClient.test.ts`).",
      "",
      "## What the upload does about each fault",
      "",
      "| Fault | What the upload does |",
      "| --- | --- |",
      "| reset, 500 | retries the request after a pause, up to eight times in a row |",
      "| host down: no connection, 502, 504 | waits in one queue with all requests to that host, for at most half an hour unless the caller sets a limit: [kindness.md](kindness.md#when-a-transfer-gives-up) |",
      "| 503, 429 | all uploads of this client slow down during the pause; requests to that host are sent one at a time until it answers again: [kindness.md](kindness.md) |",
      "| slow | waits |",
      "| stalled | aborts the request: after 30 s without a byte, 60 s without an answer, 10 min without an answer to complete |",
      "| expired, at the storage | refreshes the space's credential, once for all parts |",
      "| expired, at the product API | keeps its session and resumes after the next sign-in |",
      "| expired, on pds | refreshes the token and makes the call once more; requests a new address for a part |",
      "| skewed clock | reads the storage's time from the refusal and signs the request again, once |",
      "",
      "**Reply dropped or truncated.** If all bytes were sent, the upload asks the storage before it sends anything again: for the object after",
      "a PUT or a complete, for the part list after a part. What the storage has counts only if a digest or the upload's mark in the metadata",
      "proves that it is ours. A begin call is repeated. If the lost call has opened a multipart upload, the upload finds it in the list of",
      "open ones and aborts it.",
      "",
      "**Reply dropped at create.** The upload looks for the file of the lost call before it repeats the call:",
      "[lost-answers.md](lost-answers.md).",
      "",
      "**Portal, redirect.** The sign-in page of a network (a captive portal) answers instead of the service, or redirects to itself. The upload",
      "waits as if it were offline, and tries again after growing pauses. Such answers do not count as failures: the tests give 12 in a row,",
      "which is more than the failures after which an upload ends. The request counts as not answered, so the upload asks the storage before it",
      "sends bytes again.",
      "",
      "The same steps are tested under virtual time in `test/transfer/upload/Faults.test.ts`, and with random faults in `test/property`."
    ].join("\n")
  }\n`
