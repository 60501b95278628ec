/**
 * The name that a source must have to be uploaded.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { SourceInput } from "../../services/UploadSource.js"
import { problemOfSource } from "../../services/UploadSource.js"
import type { NameOption } from "./SourceName.js"
import { nameOf } from "./SourceName.js"

/**
 * What is no source, and bytes, text, Blobs and streams without a name are refused.
 *
 * @since 1.0.7
 * @category combinators
 */
export const requireName = (
  input: SourceInput,
  options: NameOption | undefined,
  baseName?: (path: string) => string
): Effect.Effect<string, InvalidInput> => {
  const problem = problemOfSource(input)
  if (problem !== undefined) return Effect.fail(problem)
  const name = nameOf(input, options, baseName)
  return name === undefined || name === ""
    ? Effect.fail(new InvalidInput({ field: "name", message: "name required" }))
    : Effect.succeed(name)
}
