/**
 * The providers of a drive's spaces: a driver for each platform, opened when a space is used.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { PlatformNotSupported, UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { TransportError } from "../domain/errors/TransportError.js"
import type { SpaceId } from "../domain/Ids.js"
import { isSupported, type SupportedPlatform } from "../domain/Platform.js"
import type { Space } from "../domain/Space.js"
import { build, layerOf } from "./inOrder.js"
import type { StorageProvider } from "./StorageProvider.js"

/**
 * How spaces of one platform are opened; a Layer of each platform gives one of the three tags below.
 *
 * @since 1.0.7
 * @category models
 */
export interface ProviderDriver {
  readonly platform: SupportedPlatform
  /** Opens without a call to the service; its code may have to be loaded, and a failed load is not remembered. */
  readonly open: (space: Space) => Effect.Effect<StorageProvider, TransportError>
}

/**
 * How spaces on S3 are opened.
 *
 * @since 1.0.7
 * @category tags
 */
export class S3Driver extends Context.Tag("effect-drive/S3Driver")<S3Driver, ProviderDriver>() {}

/**
 * How spaces on Alibaba OSS are opened.
 *
 * @since 1.0.7
 * @category tags
 */
export class OssDriver extends Context.Tag("effect-drive/OssDriver")<OssDriver, ProviderDriver>() {}

/**
 * How spaces on Alibaba PDS are opened.
 *
 * @since 1.0.7
 * @category tags
 */
export class PdsDriver extends Context.Tag("effect-drive/PdsDriver")<PdsDriver, ProviderDriver>() {}

/** Programs without types may give what the Layer is to be made of: then there is no driver, and who opens a space is told. */
const driverOf = <I, E, R>(
  tag: Context.Tag<I, ProviderDriver>,
  layer: Layer.Layer<I, E, R> | undefined
): Effect.Effect<ProviderDriver | undefined, E, R | Scope.Scope> =>
  layer?.[Layer.LayerTypeId] === undefined
    ? Effect.succeed(undefined)
    : Effect.map(build(layer), (context) => Context.get(context, tag))

/**
 * The drivers of this installation, one for each platform whose spaces it opens.
 *
 * @since 1.0.7
 * @category tags
 */
export class ProviderDrivers extends Context.Tag("effect-drive/ProviderDrivers")<
  ProviderDrivers,
  { readonly [P in SupportedPlatform]?: ProviderDriver | undefined }
>() {
  /**
   * Collects the drivers of the given Layers; a platform left out is not installed.
   *
   * @since 1.0.7
   */
  static readonly layer = <R1 = never, R2 = never, R3 = never, E = never>(layers: {
    readonly s3?: Layer.Layer<S3Driver, E, R1> | undefined
    readonly oss?: Layer.Layer<OssDriver, E, R2> | undefined
    readonly pds?: Layer.Layer<PdsDriver, E, R3> | undefined
  }): Layer.Layer<ProviderDrivers, E, R1 | R2 | R3> =>
    layerOf(
      ProviderDrivers,
      Effect.all({
        s3: driverOf(S3Driver, layers.s3),
        oss: driverOf(OssDriver, layers.oss),
        pds: driverOf(PdsDriver, layers.pds)
      })
    )
}

export declare namespace StorageProviders {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** The provider of a space, kept until it is closed. */
    readonly forSpace: (
      space: Space
    ) => Effect.Effect<StorageProvider, PlatformNotSupported | TransportError | UnsupportedOperation>
    /** Forgets all open providers (logout). */
    readonly closeAll: Effect.Effect<void>
  }
}

const sameSpace = (one: Space, other: Space): boolean =>
  one === other || Equal.equals(Data.struct(one), Data.struct(other))

/**
 * @since 1.0.7
 * @category tags
 */
export class StorageProviders extends Context.Tag("effect-drive/StorageProviders")<
  StorageProviders,
  StorageProviders.Service
>() {
  /**
   * A plain map of open providers; nothing but a successful open is remembered.
   *
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<StorageProviders, never, ProviderDrivers> = layerOf(
    StorageProviders,
    Effect.map(ProviderDrivers, (drivers) => {
      const open = new Map<SpaceId, StorageProvider>()
      return StorageProviders.of({
        forSpace: Effect.fnUntraced(function*(space) {
          const known = open.get(space.spaceId)
          if (known !== undefined && sameSpace(known.space, space)) return known
          // Not reported yet: what goes by the product API works the same on each of the others.
          const platform = space.platform ?? (drivers.s3 ?? drivers.oss ?? drivers.pds)?.platform ?? "s3"
          if (!isSupported(platform)) return yield* new PlatformNotSupported({ platform })
          const driver = drivers[platform]
          if (driver === undefined) {
            return yield* new UnsupportedOperation({
              operation: "StorageProviders.forSpace",
              platform,
              message: `no ${platform} driver is installed: add its Layer to the providers of the drive`
            })
          }
          const provider = yield* driver.open(space)
          open.set(space.spaceId, provider)
          return provider
        }),
        closeAll: Effect.sync(() => open.clear())
      })
    })
  )
}
