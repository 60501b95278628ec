import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { transform } from "esbuild"
import { compileSources } from "../scripts/compileSources.js"
import * as FileIdInput from "../src/domain/FileIdInput.js"

it("a stack names the source and its line, and not the JavaScript that was made of it", () => {
  const error = Effect.runSync(Effect.flip(FileIdInput.make("")))
  assert.match(error.stack ?? "", /\/src\/domain\/FileIdInput\.ts:\d+/)
  assert.notInclude(error.stack, ".cache")
})

it("what another asks of the compiler meanwhile is answered too", async () => {
  const manyLines = Array.from({ length: 20_000 }, (_, line) => `export const line${line}: number = ${line}\n`).join("")
  const another = transform(manyLines, { loader: "ts" })
  await compileSources(["scripts/cachedFolder.js"])
  const { code } = await another
  assert.include(code, "export const line19999 = 19999")
})
