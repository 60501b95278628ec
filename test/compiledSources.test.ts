import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FileIdInput from "../src/domain/FileIdInput.js"

it("a stack names the source and its line, and not the JavaScript that was made of it", () => {
  const error = Effect.runSync(Effect.flip(FileIdInput.make("")))
  assert.match(error.stack ?? "", /\/src\/domain\/FileIdInput\.ts:\d+/)
  assert.notInclude(error.stack, ".cache")
})
