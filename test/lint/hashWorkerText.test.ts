/** What is written of the hash worker is what its sources make today. */
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { hashWorkerModule, target } from "../../scripts/hashWorkerText.js"

it("the worker made of text is the one of these sources", async () => {
  const written = readFileSync(target, "utf8")
  assert.isTrue(written === await hashWorkerModule(), "run `node scripts/hashWorkerText.js`")
})
