import type { FaultPlatform, Kind } from "./faultTable.js"
import { faultKinds, stepsOn } from "./faultTable.js"

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (kind: Kind, platform: FaultPlatform = "s3"): ReadonlyArray<string> => {
  const columns = stepsOn(platform).filter((step) => step.kind === kind)
  return [
    row(["Fault", ...columns.map((step) => step.name)]),
    row(["---", ...columns.map(() => "---")]),
    ...faultKinds
      .filter((fault) => columns.some(fault.appliesTo))
      .map((fault) => row([fault.name, ...columns.map((step) => fault.appliesTo(step) ? "x" : "·")]))
  ]
}

/** The page `docs/faults.md`, as the table of the tests says it. */
export const faultsPage = (): string =>
  `${
    [
      "# Faults",
      "",
      "Written from `test/faults/faultTable.ts`; a test fails when the two differ",
      "(`UPDATE_DOCS=1 npx vitest run test/faults -t page` writes this page anew). Each `x` is a test on s3 and one on oss, with the",
      "real adapters of Node against the emulator over sockets; each runs in a service that hides announced files until they are",
      "confirmed, and in one that lists them at once. After each, every fault was consumed; the upload ended in success and there is one file;",
      "the stored bytes equal the source; no multipart upload is open; the bytes that the storage accepted equal the size, so none",
      "was stored twice; and those it received are at most the size and one part for each fault.",
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
      "What is in the tables above and not in these, and why: *begin*, *success-callback* and *asset status* are calls that an upload to",
      "pds does not make (the upload id comes with create, and complete tells the service). A *skewed clock* is refused where requests",
      "are signed here; on pds the service signs the addresses of parts, so that a clock that is ahead makes an address old (*skewed",
      "service*). *Stalled* at create and at addresses takes 60 s, which no test waits for; the limit is tested under a",
      "virtual clock (`test/layers/storage/pds/PdsClient.test.ts`).",
      "",
      "## What is done about each",
      "",
      "- *Reply dropped or truncated*, where all bytes had left: the storage is asked before anything is sent again (the object after",
      "  a PUT or a complete, the part list after a part), and what it has counts if a digest or the upload's mark says that it is",
      "  ours. A begin call is repeated; what the lost one may have left is found by listing the open uploads of the key, and aborted.",
      "- *Reply dropped at create*: without a mode and with `refuse` a file of this name and SHA-1 is looked for in its folder before",
      "  the call is repeated. That it is listed proves nothing: some services list what is only announced. The storage is asked for its",
      "  object. One of the same size and digest is proof that the bytes are there (rapid). No object means that the transfer goes on",
      "  under the announced file. With `overwrite` the repeat meets the same file. With `auto_rename` and `ignore`, which ask for a",
      "  second file beside the first, nobody can tell the lost one from that first one: there may be one too many. On pds the repeated",
      "  call tells of a file that is not finished: it is this upload's if it is the one that was announced before, or has the same size",
      "  and was made since the lost call.",
      "- *503 and 429* slow all uploads of this client for the time of the pause. *500* and resets are repeated after a pause.",
      "- *Stalled*: broken off after 30 s without a byte, 60 s without an answer, 10 min without one to complete. The product API has",
      "  no limit.",
      "- *Expired* at the storage: the space's credential is fetched anew, once for all parts. At the product API: the upload waits",
      "  with its session and goes on after sign-in.",
      "- *Expired on pds*: the token is fetched anew and the call made once more; an address of a part that is over is asked for anew.",
      "- *Portal, redirect*: a network's sign-in page answers in place of the service, or leads to itself. The upload waits as it does",
      "  without a network, and asks again after a pause that grows; 12 such answers in a row are more than the failures after which",
      "  it would give up, and count for none. What was asked counts as not answered: the storage is looked at before bytes go again.",
      "- *Skewed clock*: the storage's time is read off its refusal, and the request is signed again, once.",
      "",
      "A fault table of the same steps under virtual time is in `test/transfer/upload/Faults.test.ts`, random ones in `test/property`."
    ].join("\n")
  }\n`
