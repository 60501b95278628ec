/** The hasher of pages, beside a worker that makes the requests of small files. */
import { afterEach, assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { make } from "../../../src/layers/browser/HasherWasm.js"
import { pageRequests } from "../../../src/layers/browser/requests/pageRequests.js"
import type { FileDigest, FileDigests } from "../../../src/layers/browser/requests/RequestProtocol.js"
import { smallBlobSource } from "../../../src/layers/browser/sources/SmallBlobSource.js"

afterEach(() => {
  pageRequests.thread = undefined
})

const source = smallBlobSource({ blob: new Blob(["small"]), name: "a" })

/** A worker that has these digests of each file; gives what it was asked for. */
const setWorker = (digests: FileDigests) => {
  const asked: Array<ReadonlyArray<FileDigest>> = []
  pageRequests.thread = {
    digest: (_, kinds) =>
      Effect.sync(() => {
        asked.push(kinds)
        return digests
      }),
    hasRead: () => false,
    digestPart: () => Effect.succeed(undefined),
    fetch: () => Promise.reject(new Error("no call is made")),
    put: () => Effect.dieMessage("nothing is sent"),
    sendsParts: false,
    small: {
      isOpen: () => false,
      placeholder: "",
      announce: () => () => {},
      put: () => () => {}
    },
    openFile: () => {
      throw new Error("no part is sent")
    }
  }
  return asked
}

for (const kind of ["crc32", "md5"] as const) {
  it.scoped(`one message to the worker gives the hash and the ${kind}`, () =>
    Effect.gen(function*() {
      const asked = setWorker({ sha1: "ab12", [kind]: "sum" })
      const hasher = yield* make()
      const made: Array<string> = []
      const done = (sums: ReadonlyArray<string>) => void made.push(...sums)
      const digests = yield* hasher.hash(source, { _tag: "Whole" }, () => {}, {}, { size: 5, kind, done })
      assert.strictEqual(digests?.contentHash, "AB12")
      assert.deepStrictEqual([asked, made], [[["sha1", kind]], ["sum"]])
    }))
}

it.scoped("a checksum that the worker has not made is not told", () =>
  Effect.gen(function*() {
    setWorker({ sha1: "ab12" })
    const hasher = yield* make()
    const done = () => assert.fail("there is none")
    const digests = yield* hasher.hash(source, { _tag: "Whole" }, () => {}, {}, { size: 5, kind: "md5", done })
    assert.strictEqual(digests?.contentHash, "AB12")
  }))
