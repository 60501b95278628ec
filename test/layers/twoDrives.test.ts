/** Two drives in one composition of layers are two: neither has anything of the other. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Emulator } from "../../emulator/src/Emulator.js"
import { startEmulator } from "../../emulator/src/index.js"
import type { DriveServices } from "../../src/layers/Drive.js"
import * as Drive from "../../src/layers/Drive.js"
import { layerAdapters, layerNode } from "../../src/layers/DriveNode.js"
import { Files } from "../../src/services/Files.js"
import { Session } from "../../src/services/Session.js"
import { Spaces } from "../../src/services/Spaces.js"
import * as TestDrive from "../../src/testing/TestDrive.js"

class One extends Context.Tag("test/One")<One, Context.Context<DriveServices>>() {}
class Other extends Context.Tag("test/Other")<Other, Context.Context<DriveServices>>() {}

/** All that the layer gives, under a name of its own. */
const under = <I, S, E, R>(tag: Context.Tag<I, Context.Context<S>>, layer: Layer.Layer<S, E, R>) =>
  Layer.effect(tag, Effect.context<S>()).pipe(Layer.provide(layer))

const product = { id: "two", version: "1" }

const signIn = (accessToken: string) => Effect.flatMap(Session, (session) => session.initialise({ accessToken }))

const status = Effect.flatMap(Session, (session) => Effect.map(session.state(), ({ _tag }) => _tag))

const spaceId = Effect.flatMap(Spaces, (spaces) => Effect.map(spaces.current(), (space) => space?.spaceId))

const names = Effect.flatMap(
  Files,
  (files) => Effect.map(files.list({}), ({ items }) => items.map(({ name }) => name))
)

/** `one` and `other` are signed in to with these tokens. */
const assertApart = Effect.fnUntraced(function*(
  one: Context.Context<DriveServices>,
  other: Context.Context<DriveServices>,
  tokens: readonly [string, string]
) {
  const inOne = Effect.provide(one)
  const inOther = Effect.provide(other)
  yield* inOne(signIn(tokens[0]))
  assert.deepStrictEqual([yield* inOne(status), yield* inOther(status)], ["Ready", "SignedOut"])
  yield* inOther(signIn(tokens[1]))
  assert.deepStrictEqual([yield* inOne(spaceId), yield* inOther(spaceId)], ["one-space", "other-space"])
  yield* inOne(Effect.flatMap(Files, (files) => files.createFolder({ name: "of one" })))
  assert.deepStrictEqual([yield* inOne(names), yield* inOther(names)], [["of one"], []])
})

const spaceNamed = (id: string) => ({ spaces: [{ spaceId: id, platform: "s3" as const }] })

describe("two drives in one composition", () => {
  it.scopedLive("of Node have a session, a space and files each", () =>
    Effect.gen(function*() {
      const serve = (id: string) =>
        Effect.acquireRelease(
          Effect.promise(() => startEmulator(spaceNamed(id))),
          (emulator) => Effect.promise(() => emulator.close())
        )
      const [one, other] = yield* Effect.all([serve("one-space"), serve("other-space")])
      const both = yield* Layer.build(Layer.merge(
        under(One, layerNode({ apiHost: one.apiHost, product })),
        under(Other, layerNode({ apiHost: other.apiHost, product }))
      ))
      yield* assertApart(Context.get(both, One), Context.get(both, Other), [one.accessToken, other.accessToken])
    }))

  it.scoped("for tests have an emulator each", () =>
    Effect.gen(function*() {
      const both = yield* Layer.build(Layer.merge(
        under(One, TestDrive.layer(spaceNamed("one-space"))),
        under(Other, TestDrive.layer(spaceNamed("other-space")))
      ))
      const tokens = [TestDrive.accessToken, TestDrive.accessToken] as const
      yield* assertApart(Context.get(both, One), Context.get(both, Other), tokens)
    }))

  it.scoped("over emulators in the same process go to their own", () =>
    Effect.gen(function*() {
      const over = (id: string) =>
        Layer.unwrapEffect(
          Effect.map(Emulator, ({ origins }) => Drive.layer({ apiHost: origins.api, product }))
        ).pipe(
          Layer.provide(Layer.mergeAll(layerAdapters(), Emulator.httpClient, Emulator.transport)),
          Layer.provide(Emulator.layer({ accessToken: id, ...spaceNamed(id) }))
        )
      const both = yield* Layer.build(Layer.merge(under(One, over("one-space")), under(Other, over("other-space"))))
      yield* assertApart(Context.get(both, One), Context.get(both, Other), ["one-space", "other-space"])
    }))
})
