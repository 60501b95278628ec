/**
 * What a bucket does by itself, as a storage that has such rules gives it: primitives only.
 *
 * @since 1.0.7
 */
import type * as Effect from "effect/Effect"
import type { VersioningStatus } from "../domain/BucketVersioning.js"
import type { LifecycleRule } from "../domain/LifecycleRule.js"
import type { RestoreState, RestoreTier, StartedRestore } from "../domain/ObjectRestore.js"
import type { StoreError } from "./PartStore.js"

/**
 * Input has been checked. What the platform cannot express is `UnsupportedOperation`, before it is called.
 *
 * @since 1.0.7
 * @category models
 */
export interface BucketRules {
  /** Empty when the bucket has none. */
  readonly getLifecycle: Effect.Effect<ReadonlyArray<LifecycleRule>, StoreError>
  /** In the place of all that were there. */
  readonly putLifecycle: (rules: ReadonlyArray<LifecycleRule>) => Effect.Effect<void, StoreError>
  /** Takes all rules away. */
  readonly removeLifecycle: Effect.Effect<void, StoreError>
  /** `undefined` when it was never switched on. */
  readonly getVersioning: Effect.Effect<VersioningStatus | undefined, StoreError>
  /** Switches versioning on, or suspends it. */
  readonly putVersioning: (status: VersioningStatus) => Effect.Effect<void, StoreError>
  /** Makes an archived object readable for some days. */
  readonly restore: (wanted: {
    readonly key: string
    readonly days: number
    readonly tier: RestoreTier | undefined
  }) => Effect.Effect<StartedRestore, StoreError>
  /** How far the restoring has come. */
  readonly restoreState: (key: string) => Effect.Effect<RestoreState, StoreError>
}
