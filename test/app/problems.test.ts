/** Every error of the catalogue has a sentence and a button, in both languages. */
import { assert, describe, it } from "@effect/vitest"
import * as promise from "effect-drive/promise"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { catalogue as english } from "../../app/src/language/catalogue.js"
import { catalogue as chinese } from "../../app/src/language/catalogue.zh.js"
import type { Problem } from "../../app/src/shell/problemOf.js"
import { problemOf } from "../../app/src/shell/problemOf.js"

type ErrorClass = Schema.Schema<promise.DriveError>

const isErrorClass = (value: unknown): value is ErrorClass & { readonly _tag: string } =>
  typeof value === "function" && Schema.isSchema(value) && value.prototype instanceof Error

const classes = Object.entries(promise).flatMap(([name, value]) => isErrorClass(value) ? [[name, value] as const] : [])

const isWhole = ({ action, details, text }: Problem): boolean =>
  text.length > 0 && /[.。]$/.test(text) && action.length > 0 && details.length > 0

describe("problems", () => {
  it("the catalogue is found", () => {
    const names = classes.map(([name]) => name)
    assert.includeMembers(names, ["TokenExpired", "QuotaExceeded", "StorageError", "TransportError", "UploadInUse"])
  })

  it.each(classes)("%s is a sentence and a button in both languages", (name, schema) => {
    FastCheck.assert(
      FastCheck.property(Arbitrary.make(schema), (error) => {
        const inEnglish = problemOf(error, english.t)
        const inChinese = problemOf(error, chinese.t)
        assert.isTrue(isWhole(inEnglish) && isWhole(inChinese), name)
        assert.notStrictEqual(inEnglish.text, english.t.shell.errors.unknown.text)
        assert.match(inChinese.text, /\p{Script=Han}/u)
        assert.match(inChinese.action, /\p{Script=Han}/u)
        assert.strictEqual(inChinese.remedy, inEnglish.remedy)
      }),
      { numRuns: 50 }
    )
  })

  it("what the storage says of itself is not shown as a broken line", () => {
    const texts = (["ClockSkew", "AccessDenied", "SlowDown", "Rejected"] as const).map((reason) =>
      problemOf(new promise.StorageError({ platform: "s3", reason }), english.t).text
    )
    assert.strictEqual(new Set(texts).size, texts.length)
  })

  it("a task that has failed because the drive is full leads to the bin", () => {
    const { remedy, text } = problemOf(
      new promise.TaskFailed({ taskId: "t", errorCode: "QuotaExhausted.Drive" }),
      english.t
    )
    assert.deepStrictEqual({ remedy, text }, { remedy: "openBin", text: english.t.shell.errors.full.text })
  })

  it("what is no error of the catalogue is shown as a fault, with what it says for support", () => {
    assert.deepStrictEqual(problemOf(new Error("x is not a function"), english.t), {
      ...english.t.shell.errors.unknown,
      remedy: "retry",
      details: "x is not a function"
    })
  })
})
