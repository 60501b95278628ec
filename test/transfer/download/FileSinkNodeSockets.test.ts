/** Apart from the other targets of downloads, because it needs a socket. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import * as FileSinkNode from "../../../src/layers/node/FileSinkNode.js"
import { directory, entries, opened } from "./sinksOnDisk.js"

describe("FileSinkNode", () => {
  it.layer(FileSinkNode.layer)((it) => {
    it.scoped("refuses a target that is no file, such as a socket or a device, and leaves it as it is", () =>
      Effect.gen(function*() {
        const path = yield* directory
        const target = join(path, "socket")
        const server = createServer()
        yield* Effect.acquireRelease(
          Effect.promise(() => once(server.listen(target), "listening")),
          () => Effect.promise(() => new Promise((closed) => server.close(closed)))
        )
        const error = yield* Effect.flip(Effect.scoped(opened(target)))
        assert.deepInclude(error, { _tag: "SaveFailed", reason: "Failed", target })
        assert.include(error.message, "is not a file")
        assert.isTrue((yield* Effect.promise(() => fs.lstat(target))).isSocket())
        assert.deepStrictEqual(yield* entries(path), ["socket"])
      }))
  })
})
