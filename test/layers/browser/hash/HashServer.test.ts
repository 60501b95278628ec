/** The hash worker's side of the protocol, with a scope that only listens. */
import { assert, describe, it } from "@effect/vitest"
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
  const blob = new Blob([new Uint8Array(20 * mebibyte)])

  it("is reported every 8 MiB, and at the end", async () => {
    const request = { ...whole, blob }
    assert.deepStrictEqual(positionsIn(await answersTo(request, "hashed")), [8, 16, 20])
  })

  it("is reported as seldom while the states of parts are made", async () => {
    const request = { type: "sha1States", id: 1, blob, partSize: 5 * mebibyte } as const
    assert.deepStrictEqual(positionsIn(await answersTo(request, "sha1States")), [8, 16, 20])
  })

  it("is reported once for a small file", async () => {
    const small = new Blob([new Uint8Array(1000)])
    const request = { ...whole, blob: small }
    assert.deepStrictEqual(positionsIn(await answersTo(request, "hashed")), [1000 / mebibyte])
  })
})
