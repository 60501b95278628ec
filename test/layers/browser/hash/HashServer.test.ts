/** The hash worker's side of the protocol, with a scope that only listens. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import type { HashAnswer, HashRequest } from "../../../../src/layers/browser/hash/HashProtocol.js"
import { serve } from "../../../../src/layers/browser/hash/HashServer.js"

const mebibyte = 1_048_576

/** All answers to one request, up to the one that ends it. */
const answersTo = (request: HashRequest, last: HashAnswer["type"]): Promise<ReadonlyArray<HashAnswer>> =>
  new Promise((resolve) => {
    const answers: Array<HashAnswer> = []
    let ask = (_: { readonly data: HashRequest }): void => {}
    serve({
      addEventListener: (_, listener) => {
        ask = listener
      },
      postMessage: (answer) => {
        answers.push(answer)
        if (answer.type === "ready") ask({ data: request })
        if (answer.type === last) resolve(answers)
      }
    }, { addEventListener: () => {} })
  })

const positionsIn = (answers: ReadonlyArray<HashAnswer>): ReadonlyArray<number> =>
  answers.flatMap((answer) => answer.type === "progress" ? [answer.position / mebibyte] : [])

const whole = { type: "hash", id: 1, plan: { _tag: "Whole" }, from: undefined, checkpoints: false } as const

describe("progress of the hash worker", () => {
  const blob = new Blob([new Uint8Array(36 * mebibyte)])

  /** Each look at the clock is so much later, in milliseconds: one is for a slice of 4 MiB. */
  let step = 0
  let now = 0
  beforeEach(() => {
    step = 60
    vi.spyOn(performance, "now").mockImplementation(() => now += step)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it("is reported every 200 ms, and at the end", async () => {
    const request = { ...whole, blob }
    assert.deepStrictEqual(positionsIn(await answersTo(request, "hashed")), [16, 32, 36])
  })

  it("is reported as seldom while the states of parts are made", async () => {
    const request = { type: "sha1States", id: 1, blob, partSize: 5 * mebibyte } as const
    assert.deepStrictEqual(positionsIn(await answersTo(request, "sha1States")), [16, 32, 36])
  })

  it("is reported at the end alone of a file that takes no longer", async () => {
    step = 1
    assert.deepStrictEqual(positionsIn(await answersTo({ ...whole, blob }, "hashed")), [36])
  })

  it("is reported once for a small file", async () => {
    const small = new Blob([new Uint8Array(1000)])
    const request = { ...whole, blob: small }
    assert.deepStrictEqual(positionsIn(await answersTo(request, "hashed")), [1000 / mebibyte])
  })
})
