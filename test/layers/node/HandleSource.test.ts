import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { handleAccess } from "../../../src/layers/browser/sources/handleAccess.js"
import * as UploadSourcesBrowser from "../../../src/layers/browser/UploadSourcesBrowser.js"
import { handleSource } from "../../../src/layers/browser/UploadSourcesBrowser.js"
import type { FileHandle } from "../../../src/services/UploadSource.js"

const file = new File(["hello"], "own.txt", { type: "text/plain", lastModified: 7 })

const plain: FileHandle = { kind: "file", name: "picked.txt", getFile: () => Promise.resolve(file) }

/** As browsers have it: what is known now, and what the user answers when asked. */
const guarded = (known: PermissionState, answer: PermissionState | Error) => {
  const asked: Array<string> = []
  return {
    ...plain,
    asked,
    queryPermission: () => Promise.resolve(known),
    requestPermission: ({ mode }: { readonly mode: string }) => {
      asked.push(mode)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
  }
}

describe("access to a file handle", () => {
  it.effect("is free where the browser has no permissions, or has given it", () =>
    Effect.gen(function*() {
      assert.isTrue(yield* handleAccess(plain, "ask"))
      const granted = guarded("granted", "denied")
      assert.isTrue(yield* handleAccess(granted, "ask"))
      assert.deepStrictEqual(granted.asked, [])
    }))

  it.effect("may be had by asking; a look does not ask", () =>
    Effect.gen(function*() {
      const willing = guarded("prompt", "granted")
      assert.isTrue(yield* handleAccess(willing, "look"))
      assert.isFalse(yield* handleAccess(willing, "now"))
      assert.deepStrictEqual(willing.asked, [])
      assert.isTrue(yield* handleAccess(willing, "ask"))
      assert.deepStrictEqual(willing.asked, ["read"])
    }))

  it.effect("is refused by the user, by an earlier answer, and by a browser that is asked outside a click", () =>
    Effect.gen(function*() {
      assert.isFalse(yield* handleAccess(guarded("prompt", "denied"), "ask"))
      assert.isFalse(yield* handleAccess(guarded("denied", "granted"), "look"))
      assert.isFalse(yield* handleAccess(guarded("prompt", new DOMException("no gesture", "SecurityError")), "ask"))
    }))
})

describe("the source behind a file handle", () => {
  it.effect("is the file as it is now, by the handle's name", () =>
    Effect.gen(function*() {
      const source = yield* Effect.scoped(UploadSourcesBrowser.make().open(plain))
      assert.deepStrictEqual(source.identity, { name: "picked.txt", size: 5, modifiedAt: 7 })
      assert.strictEqual(source.contentType, "text/plain")
    }))

  it.effect("that is gone has to be picked again", () =>
    Effect.gen(function*() {
      const gone = { ...plain, getFile: () => Promise.reject(new DOMException("gone", "NotFoundError")) }
      const error = yield* Effect.flip(handleSource(gone, "a.txt"))
      assert.include(error, { _tag: "SourceChanged", what: "gone", action: "pickFile" })
    }))
})
