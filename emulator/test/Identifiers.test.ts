import { assert, it } from "@effect/vitest"
import { newSecret } from "../src/catalogue/Identifiers.js"

it("a secret never begins with a dash, which a command line would take for an option", () => {
  const secrets = Array.from({ length: 2000 }, newSecret)
  assert.deepStrictEqual(secrets.filter((secret) => !/^[\w][\w-]{31}$/.test(secret)), [])
  assert.strictEqual(new Set(secrets).size, secrets.length)
})
