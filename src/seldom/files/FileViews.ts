/**
 * What screens show of files: the way to a folder, and small pictures.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as FilePath from "../../domain/FilePath.js"
import type { FileId } from "../../domain/Ids.js"
import { rootFileId } from "../../domain/Ids.js"
import * as Shape from "../../domain/Shape.js"
import { expiryOfSignedUrl } from "../../domain/SignedUrl.js"
import type { Crumb, Files, FilesError } from "../../services/Files.js"
import type { InSpace } from "../../services/Spaces.js"
import type { StorageProvider } from "../../services/StorageProvider.js"
import type { FoundPaths } from "./FoundPaths.js"

/** The largest side that storages scale to. */
const largestSide = 16_384

const atOnce = 8

const root: Crumb = { fileId: rootFileId, name: rootFileId, path: FilePath.root }

const isSide = (side: number): boolean => Number.isSafeInteger(side) && side > 0 && side <= largestSide

const resize = (size: {
  readonly width: number
  readonly height?: number | undefined
}): Effect.Effect<string, InvalidInput> => {
  const { height, width } = size
  const wrong = !isSide(width) ? "width" : height !== undefined && !isSide(height) ? "height" : undefined
  return wrong === undefined
    ? Effect.succeed(`image/resize,w_${width}${height === undefined ? "" : `,h_${height}`}`)
    : new InvalidInput({ field: wrong, message: `${wrong} must be an integer from 1 to ${largestSide}` })
}

/**
 * The part of `Files` that shows.
 */
export const make = ({ found, open }: {
  readonly open: (options: InSpace | undefined) => Effect.Effect<StorageProvider, FilesError>
  readonly found: FoundPaths
}): Pick<Files.Service, "breadcrumb" | "thumbnail"> => {
  const crumb = (provider: StorageProvider, path: string): Effect.Effect<Crumb, FilesError> =>
    path === FilePath.root
      ? Effect.succeed(root)
      : Effect.map(found.resolve(provider, path), (fileId) => ({ fileId, name: FilePath.split(path).name, path }))

  const along = (provider: StorageProvider, path: string) =>
    Effect.forEach(FilePath.prefixes(path), (prefix) => crumb(provider, prefix), { concurrency: atOnce })

  /** By way of the parents, which each file of a service that tells no paths knows. */
  const upwards = Effect.fnUntraced(function*(provider: StorageProvider, from: FileId) {
    const found: Array<{ readonly fileId: FileId; readonly name: string }> = []
    const seen = new Set<FileId>([rootFileId])
    for (let fileId = from; !seen.has(fileId);) {
      seen.add(fileId)
      const { name, parentFileId = rootFileId } = yield* provider.files.info(fileId)
      found.unshift({ fileId, name })
      fileId = parentFileId
    }
    const crumbs: Array<Crumb> = [root]
    for (const one of found) {
      crumbs.push({ ...one, path: FilePath.child(crumbs.at(-1)?.path ?? FilePath.root, one.name) })
    }
    return crumbs
  })

  const breadcrumb: Files.Service["breadcrumb"] = Effect.fn("Files.breadcrumb")(function*(to, options) {
    if (typeof to !== "object" || to === null) {
      const path = yield* FilePath.make(to)
      return yield* along(yield* open(options), path)
    }
    const fileId = yield* FileIdInput.make(to.fileId)
    const provider = yield* open(options)
    if (fileId === rootFileId) return [root]
    const { pathOf } = provider.files
    if (pathOf === undefined) return yield* upwards(provider, fileId)
    const [path, { parentFileId }] = yield* Effect.all([pathOf(fileId), provider.files.info(fileId)], {
      concurrency: 2
    })
    const { folder, name } = FilePath.split(path)
    const crumbs = yield* Effect.catchTag(along(provider, folder), "FileNotFound", () => Effect.succeed([]))
    const led = crumbs.at(-1)?.fileId
    // Another folder may have the name of one of these: then the path leads into that one, or to nothing.
    const isThere = led !== undefined && (parentFileId === undefined || parentFileId === led)
    return isThere ? [...crumbs, { fileId, name, path }] : yield* upwards(provider, fileId)
  })

  const thumbnail: Files.Service["thumbnail"] = Effect.fn("Files.thumbnail")(function*(fileId, options) {
    const imageThumbnailProcess = yield* resize(yield* Shape.record("options", options))
    const known = yield* FileIdInput.make(fileId)
    const provider = yield* open(options)
    const { thumbnailUrl: url } = yield* provider.files.info(known, { imageThumbnailProcess })
    return url === undefined ? undefined : { url, expiresAt: expiryOfSignedUrl(Redacted.value(url)) }
  })

  return { breadcrumb, thumbnail }
}
