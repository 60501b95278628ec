/** What a provider deliberately does not do: it says so, and does nothing. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { UnsupportedOperation } from "../../../../src/domain/errors/InputErrors.js"
import { rootFileId } from "../../../../src/domain/Ids.js"
import type { StorageProvider } from "../../../../src/services/StorageProvider.js"
import type { AddCase, Member } from "./cases.js"
import { namesIn, newFolder, put, textOf } from "./storing.js"
import { provider } from "./underTest.js"

type FileId = typeof rootFileId

type Call = (open: StorageProvider, fileId: FileId) => Effect.Effect<unknown, unknown>

const synchronous = { isAsync: false }

const relocation = (fileId: FileId) => ({ fileIds: [fileId], toParentFileId: rootFileId, checkNameMode: undefined })

const calls = {
  "files.rename": ({ files }, fileId) => files.rename({ fileId, name: "new", checkNameMode: "ignore" }),
  "files.updateInfo": ({ files }, fileId) => files.updateInfo({ fileId, userTags: [{ key: "k", value: "v" }] }),
  "files.copy": ({ files }, fileId) => files.copy(relocation(fileId)),
  "files.move": ({ files }, fileId) => files.move(relocation(fileId)),
  "files.remove": ({ files }, fileId) => files.remove(fileId),
  "bin.list": ({ bin }) => bin.list({}),
  "bin.recycle": ({ bin }, fileId) => bin.recycle(fileId, synchronous),
  "bin.restore": ({ bin }, fileId) => bin.restore(fileId, synchronous),
  "bin.clear": ({ bin }) => bin.clear(synchronous),
  "downloads.batch": ({ downloads }, fileId) => downloads.batch([fileId]),
  "downloads.archive": ({ downloads }, fileId) =>
    downloads.archive({ fileIds: [fileId], name: "a.zip", expireSec: undefined }),
  "tasks.get": ({ tasks }) => tasks.get("task"),
  "tasks.pollTask": ({ tasks }) => tasks.pollTask("task")
} satisfies Partial<Record<Member, Call>>

export type Refusable = keyof typeof calls

export const cases = (add: AddCase, refused: ReadonlySet<Refusable>) => {
  for (const member of refused) {
    add([member], `refuses ${member}, which it deliberately does not do`, () =>
      Effect.gen(function*() {
        const open = yield* provider
        const folder = yield* newFolder()
        const fileId = yield* put("kept.txt", folder)
        const call: Call = calls[member]
        const error: unknown = yield* Effect.flip(call(open, fileId))
        assert.instanceOf(error, UnsupportedOperation)
        assert.strictEqual(error.platform, open.platform)
        assert.notStrictEqual(error.message, "")
        assert.deepStrictEqual([yield* namesIn(folder), yield* textOf(fileId)], [["kept.txt"], "kept.txt"])
      }))
  }
}
