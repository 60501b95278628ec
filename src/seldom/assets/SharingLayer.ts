/**
 * The service of shares, put together.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as AssetInput from "../../domain/AssetInput.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { fromWire, settingsToWire, WireShare } from "../../domain/Share.js"
import type { DriveApi } from "../../services/DriveApi.js"
import { layerOf } from "../../services/inOrder.js"
import { Sharing } from "../../services/Sharing.js"
import type { InSpace, Spaces } from "../../services/Spaces.js"
import * as AssetCalls from "./AssetCalls.js"
import { pathOf } from "./AssetRequests.js"

export const make: Effect.Effect<Sharing.Service, never, DriveApi | Spaces> = Effect.gen(function*() {
  const { send, spaceOf } = yield* AssetCalls.make

  const open: Sharing.Service["open"] = Effect.fn("Sharing.open")(function*(id, settings = {}, options) {
    const spaceId = yield* spaceOf(options)
    const assetId = yield* AssetInput.assetId(id)
    const answer = yield* send(spaceId, {
      operation: "Sharing.open",
      method: "POST",
      at: `${pathOf(assetId)}/open-share`,
      body: yield* settingsToWire(settings),
      response: WireShare,
      repeatable: true
    })
    return fromWire(answer)
  })

  const change = Effect.fnUntraced(function*(operation: "set" | "update", id: string, body: unknown, space: InSpace) {
    const spaceId = yield* spaceOf(space)
    const assetId = yield* AssetInput.assetId(id)
    yield* send(spaceId, {
      operation: `Sharing.${operation}`,
      method: "POST",
      at: `${pathOf(assetId)}/share-${operation}`,
      body,
      response: Schema.Unknown,
      repeatable: true
    })
  })

  const set: Sharing.Service["set"] = Effect.fn("Sharing.set")(function*(id, settings, options = {}) {
    const { code = null, expire_sec = null, raw_action = null } = yield* settingsToWire(settings)
    yield* change("set", id, { expire_sec, code, raw_action }, options)
  })

  const update: Sharing.Service["update"] = Effect.fn("Sharing.update")(function*(id, changes, options = {}) {
    const wire = yield* settingsToWire(changes)
    if (Object.values(wire).every((value) => value === undefined)) {
      return yield* new InvalidInput({
        field: "changes",
        message: "nothing to update: expiresIn, code or permission required"
      })
    }
    yield* change("update", id, wire, options)
  })

  const cancel: Sharing.Service["cancel"] = Effect.fn("Sharing.cancel")(function*(id, options) {
    const spaceId = yield* spaceOf(options)
    const assetId = yield* AssetInput.assetId(id)
    yield* send(spaceId, {
      operation: "Sharing.cancel",
      method: "POST",
      at: `${pathOf(assetId)}/cancel-share`,
      response: Schema.Unknown
    })
  })

  return { open, set, update, cancel }
})

export const layer: Layer.Layer<Sharing, never, DriveApi | Spaces> = layerOf(Sharing, make)
