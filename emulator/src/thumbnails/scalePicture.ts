/**
 * Makes small pictures with `sharp`, which is installed by those who want them.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as SharpPackage from "sharp"
import type { ThumbnailSize } from "./ThumbnailSize.js"

/**
 * A picture's bytes to those of a small WebP picture, the right way up; none when they are no picture.
 */
export type ScalePicture = (
  picture: Uint8Array,
  size: ThumbnailSize
) => Effect.Effect<Option.Option<Uint8Array<ArrayBuffer>>>

type Sharp = typeof SharpPackage.default

/** Bundlers follow no name that is a value, so that nobody has to install what they do not want. */
const packageName: string = "sharp"

const quality = 78

/** A picture that takes longer is shown whole. */
const mostSeconds = 20

const scaleWith = (sharp: Sharp): ScalePicture => (picture, { height, isFilled, width }) =>
  Effect.tryPromise(() =>
    sharp(picture, { failOn: "none" })
      .autoOrient()
      .resize({
        ...width === undefined ? {} : { width },
        ...height === undefined ? {} : { height },
        fit: isFilled ? "cover" : "inside",
        withoutEnlargement: true
      })
      .webp({ quality })
      .timeout({ seconds: mostSeconds })
      .toBuffer()
  ).pipe(
    Effect.map((bytes) => new Uint8Array(bytes)),
    Effect.option
  )

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND"

/**
 * How pictures are scaled here; none without the package, or when it does not run on this machine, which is logged.
 */
export const load: Effect.Effect<Option.Option<ScalePicture>> = Effect.tryPromise({
  try: async (): Promise<ScalePicture> => {
    const loaded: { readonly default: Sharp } = await import(/* @vite-ignore */ /* webpackIgnore: true */ packageName)
    return scaleWith(loaded.default)
  },
  catch: (cause) => cause
}).pipe(
  Effect.tapError((cause) =>
    isMissing(cause) ? Effect.void : Effect.logWarning("sharp cannot be used", Cause.fail(cause))
  ),
  Effect.option
)
