/**
 * Run by other runtimes than Node: three GETs from each address, one after the other over kept-alive connections. Prints what each
 * gave, or the tag of its error.
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
    const reply = yield* (yield* Transport).get(address, { flows: true })
    const { flow } = reply
    if (flow === undefined) return Buffer.concat(Chunk.toReadonlyArray(yield* Stream.runCollect(reply.bytes))).toString()
    const chunks: Array<Buffer> = []
    yield* flow<never>((bytes, free) => {
      chunks.push(Buffer.from(bytes))
      free()
      return undefined
    })
    return Buffer.concat(chunks).toString()
  })).pipe(Effect.catchAll(({ _tag }) => Effect.succeed(_tag)))

const addresses = process.argv.slice(2)

const program = Effect.forEach(addresses, (url) => Effect.all([bodyOf(url), bodyOf(url), bodyOf(url)]))

Effect.runPromise(Effect.provide(program, TransportNode.layer)).then((seen) => console.log(JSON.stringify(seen)))
