/**
 * A storage's SDK: a package that need not be installed, loaded when it is first needed.
 */
import * as Effect from "effect/Effect"
import { UnsupportedOperation } from "../../../domain/errors/InputErrors.js"
import { TransportError } from "../../../domain/errors/TransportError.js"
import type { SupportedPlatform } from "../../../domain/Platform.js"

/**
 * The package is not there, or its file could not be had.
 */
export type SdkFailure = TransportError | UnsupportedOperation

/** What Chromium and Firefox, Safari, and webpack say of a file that did not come; of an absent package they say other things. */
const unreachable = /dynamically imported module|importing a module script failed|loading chunk/i

/**
 * The module, or undefined where the package is not installed. A page whose network is gone rejects.
 */
export const importInstalled = async <A>(import_: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await import_()
  } catch (cause) {
    if (cause instanceof Error && unreachable.test(cause.message)) throw cause
    return undefined
  }
}

/**
 * Loads the SDK once it is there; an absent package, or a file that did not come, is looked for again at the next call.
 */
export const make = <A>(options: {
  readonly platform: SupportedPlatform
  readonly load: () => Promise<A | undefined>
  readonly missing: string
}): Effect.Effect<A, SdkFailure> => {
  const { load, missing, platform } = options
  let loaded: A | undefined
  const loading = Effect.tryPromise({
    try: load,
    catch: (cause) =>
      new TransportError({ reason: "Network", method: "GET", path: `the SDK of ${platform}`, detail: String(cause) })
  })
  return Effect.suspend(() =>
    loaded !== undefined
      ? Effect.succeed(loaded)
      : Effect.flatMap(loading, (sdk) => {
        loaded = sdk
        return sdk === undefined
          ? new UnsupportedOperation({ operation: platform, platform, message: missing })
          : Effect.succeed(sdk)
      })
  )
}
