/**
 * Run by other runtimes than Node: from each address three GETs, one after the other. Prints what each gave, or the tag of its error.
 */
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TransportNode from "../../src/layers/node/TransportNode.js"
import { Transport } from "../../src/services/Transport.js"

const bodyOf = (url: string) =>
  Effect.scoped(Effect.gen(function*() {
    const address = { url: Redacted.make(url), headers: {}, credentialVersion: 1, expiresAt: Number.MAX_SAFE_INTEGER }
    const { bytes, flow } = yield* (yield* Transport).get(address, { flows: true })
    if (flow === undefined) return Buffer.concat(Chunk.toReadonlyArray(yield* Stream.runCollect(bytes))).toString()
    const chunks: Array<Buffer> = []
    yield* flow<never>((piece, free) => {
      chunks.push(Buffer.from(piece))
      free()
      return undefined
    })
    return Buffer.concat(chunks).toString()
  })).pipe(Effect.catchAll(({ _tag }) => Effect.succeed(_tag)))

const program = Effect.forEach(process.argv.slice(2), (url) => Effect.all([bodyOf(url), bodyOf(url), bodyOf(url)]))

console.log(JSON.stringify(await Effect.runPromise(Effect.provide(program, TransportNode.layer))))
