import { assert, describe, it } from "@effect/vitest"
import { providerOf } from "../../../services/files/fakeProvider.js"
import { membersOf, withoutCase } from "./cases.js"

describe("the cases of the contract", () => {
  it("are wanted for every member of a provider, also for one that is new", () => {
    const provider = providerOf({})
    const cases = new Map(membersOf(provider).map((member) => [member, ["a case"]]))
    assert.isAbove(cases.size, 20)
    assert.deepStrictEqual(withoutCase(provider, cases), [])
    const grown = { ...provider, bin: { ...provider.bin, empty: () => undefined }, shares: { open: () => undefined } }
    assert.deepStrictEqual(withoutCase(grown, cases), ["bin.empty", "shares"])
    cases.set("files.copy", [])
    assert.deepStrictEqual(withoutCase(provider, cases), ["files.copy"])
  })
})
