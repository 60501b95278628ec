/**
 * Moving a space's data to another storage, by the service.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { ApiFailure } from "./DriveApi.js"
import type { InSpace } from "./Spaces.js"

/**
 * The state of a migration. `status` is the service's own term, `details` its whole answer.
 *
 * @since 1.0.7
 * @category models
 */
export interface MigrationStatus {
  readonly status: string | undefined
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * How a call about a migration can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type MigrationError = ApiFailure | InvalidInput

export declare namespace Migration {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** The state of the space's migration. `InvalidInput` 'spaceId required' without a space. */
    readonly status: (options?: InSpace) => Effect.Effect<MigrationStatus, MigrationError>
    /** Starts a migration. `InvalidInput`: 'space_id required' without a space, 'business required' without a business. */
    readonly start: (wanted: { readonly business: string }, options?: InSpace) => Effect.Effect<void, MigrationError>
  }
}

/**
 * Moves a space's data to another storage, by the service.
 *
 * @since 1.0.7
 * @category tags
 */
export class Migration extends Context.Tag("effect-drive/Migration")<Migration, Migration.Service>() {}
