import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Positive from "../../src/domain/Positive.js"

const refused = (answer: Either.Either<unknown, { readonly field: string; readonly message: string }>) =>
  Either.match(answer, { onLeft: ({ field, message }) => `${field}: ${message}`, onRight: () => "taken" })

describe("amounts that a caller gives", () => {
  it("are whole numbers above 0", () => {
    expect(Positive.integer("page", 1)).toStrictEqual(Either.right(1))
    expect(Positive.integer("page", Number.MAX_SAFE_INTEGER)).toStrictEqual(Either.right(Number.MAX_SAFE_INTEGER))
    for (const wrong of [0, -1, 1.5, NaN, Infinity, 2 ** 53, "1", null, undefined, 1n]) {
      expect(refused(Positive.integer("page", wrong))).toBe("page: page must be a positive integer")
    }
  })

  it("may be left out where that is said", () => {
    expect(Positive.optionalInteger("limit", undefined)).toStrictEqual(Either.right(undefined))
    expect(Positive.optionalInteger("limit", 20)).toStrictEqual(Either.right(20))
    expect(refused(Positive.optionalInteger("limit", 0))).toBe("limit: limit must be a positive integer")
  })

  it("are times above 0, for ever only where that means something", () => {
    expect(Positive.duration("timeout", "2 seconds")).toStrictEqual(Either.right(Duration.seconds(2)))
    expect(Positive.finiteDuration("timeout", 500)).toStrictEqual(Either.right(Duration.millis(500)))
    expect(Either.isRight(Positive.duration("timeout", Infinity))).toBe(true)
    expect(refused(Positive.finiteDuration("timeout", Infinity))).toBe("timeout: timeout must be a time above 0")
    for (const wrong of [0, -1, NaN, "soon", "0 seconds", null, undefined, {}]) {
      expect(refused(Positive.duration("timeout", wrong))).toBe("timeout: timeout must be a time above 0")
      expect(refused(Positive.finiteDuration("timeout", wrong))).toBe("timeout: timeout must be a time above 0")
    }
  })
})
