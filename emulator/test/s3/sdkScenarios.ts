/**
 * The S3 protocol as users of the AWS SDK use it. Each scenario runs on any S3 server, so that ours can be compared
 * with others.
 */
import { accessScenarios } from "./accessScenarios.js"
import { multipartScenarios } from "./multipartScenarios.js"
import { objectScenarios } from "./objectScenarios.js"
import type { Scenario } from "./sdkTarget.js"

/** In this order: the first one makes the bucket. */
export const scenarios: ReadonlyArray<Scenario> = [...objectScenarios, ...multipartScenarios, ...accessScenarios]
