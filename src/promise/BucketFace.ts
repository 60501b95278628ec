/**
 * The bucket of a space as promises.
 *
 * @since 1.0.7
 */
import type { Bucket } from "../services/Bucket.js"
import * as Face from "./Face.js"
import type { Runner } from "./Runner.js"

/**
 * The bucket of a space, as promises.
 *
 * @since 1.0.7
 * @category models
 */
export interface BucketFace extends Face.Face<Bucket.Service> {
  readonly lifecycle: Face.Face<Bucket.Service["lifecycle"]>
  readonly versioning: Face.Face<Bucket.Service["versioning"]>
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = <R>(runner: Runner<R>, bucket: Bucket.Service): BucketFace => ({
  ...Face.make(runner, bucket),
  lifecycle: Face.make(runner, bucket.lifecycle),
  versioning: Face.make(runner, bucket.versioning)
})
