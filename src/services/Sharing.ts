/**
 * Sharing of assets: one link per asset, opened, changed and cancelled (spec points 6 and 7).
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as AssetInput from "../domain/AssetInput.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import type { Share, ShareSettings } from "../domain/Share.js"
import { fromWire, settingsToWire, WireShare } from "../domain/Share.js"
import type { AssetError } from "./Assets.js"
import * as AssetCalls from "./assets/AssetCalls.js"
import type { DriveApi } from "./DriveApi.js"
import type { InSpace, Spaces } from "./Spaces.js"

export declare namespace Sharing {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Opens the asset's share and gives its link. An open share keeps its link, and what is given is changed. */
    readonly open: (
      assetId: string,
      settings?: ShareSettings,
      options?: InSpace
    ) => Effect.Effect<Share, AssetError>
    /** Sets all of an open share's settings: what is left out is gone afterwards. */
    readonly set: (assetId: string, settings: ShareSettings, options?: InSpace) => Effect.Effect<void, AssetError>
    /** Changes what is given, at least one thing, and leaves the rest. */
    readonly update: (assetId: string, changes: ShareSettings, options?: InSpace) => Effect.Effect<void, AssetError>
    /** Closes the share: its link leads nowhere from now on. */
    readonly cancel: (assetId: string, options?: InSpace) => Effect.Effect<void, AssetError>
  }
}

const make = Effect.gen(function*() {
  const { send, spaceOf } = yield* AssetCalls.make

  const open: Sharing.Service["open"] = Effect.fn("Sharing.open")(function*(id, settings = {}, options) {
    const spaceId = yield* spaceOf(options)
    const assetId = yield* AssetInput.assetId(id)
    const answer = yield* send(spaceId, {
      operation: "Sharing.open",
      method: "POST",
      at: `/${encodeURIComponent(assetId)}/open-share`,
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
      at: `/${encodeURIComponent(assetId)}/share-${operation}`,
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
      at: `/${encodeURIComponent(assetId)}/cancel-share`,
      response: Schema.Unknown
    })
  })

  return Sharing.of({ open, set, update, cancel })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Sharing extends Context.Tag("effect-drive/Sharing")<Sharing, Sharing.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<Sharing, never, DriveApi | Spaces> = Layer.effect(Sharing, make)
}
