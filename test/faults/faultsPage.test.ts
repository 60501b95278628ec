import { assert, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { faultsPage } from "./faultsPage.js"

it("the page of faults says what the table does", () => {
  const path = resolve(import.meta.dirname, "../../docs/faults.md")
  if (process.env["UPDATE_DOCS"] !== undefined) writeFileSync(path, faultsPage())
  assert.strictEqual(readFileSync(path, "utf8"), faultsPage())
})
