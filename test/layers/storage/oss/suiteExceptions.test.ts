/**
 * What makes a run of ali-oss' own tests a failure.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { judge, parseExceptions } from "../../../../scripts/ossSuite/exceptions.js"

const outcome = (title: string, passed: boolean) => ({ title, passed })

describe("the list of tests that are known to fail", () => {
  it("has a title and a reason in each line", () => {
    const list = parseExceptions("# a comment\n\na :: test * (x) :: why not\nb :: 501\n")
    assert.deepStrictEqual(list.map(({ reason, title }) => [title, reason]), [["a :: test * (x)", "why not"], [
      "b",
      "501"
    ]])
    assert.throws(() => parseExceptions("fine :: 501\nno reason\n"), "line 2 gives no reason: no reason")
    assert.throws(() => parseExceptions("no reason ::  "))
  })

  it("excuses failures, and nothing that passes or is not there", () => {
    const list = parseExceptions("suite * a (b) :: 501\nsuite c :: 501\ngone :: 501")
    const verdict = judge([
      outcome("suite 0 a (b)", false),
      outcome("suite 1 a (b) ", false),
      outcome("suite 0 a xb", false),
      outcome("suite c", true),
      outcome("suite d", true)
    ], list)
    assert.deepStrictEqual(verdict, {
      passed: 2,
      excused: 2,
      failed: ["suite 0 a xb"],
      passedThoughListed: ["suite c"],
      withoutTest: ["gone"]
    })
  })

  it("lets a test pass or fail where the reason is one of times", () => {
    const list = parseExceptions("a :: at times: a race of the client\nb :: at times: another release")
    const verdict = judge([outcome("a", true), outcome("b", false), outcome("c", false)], list)
    assert.deepStrictEqual(verdict, {
      passed: 1,
      excused: 1,
      failed: ["c"],
      passedThoughListed: [],
      withoutTest: []
    })
  })

  it("can be read, and has no title twice", () => {
    const titles = parseExceptions(readFileSync(new URL("./suiteExceptions.txt", import.meta.url), "utf8"))
      .map(({ title }) => title)
    assert.isNotEmpty(titles)
    assert.strictEqual(new Set(titles).size, titles.length)
  })
})
