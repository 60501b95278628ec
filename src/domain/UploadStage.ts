/**
 * How far an upload has come, whatever it is doing at the moment: the table of what is known about its bytes. The stage outlives a run,
 * and the next run continues from it.
 *
 * @since 1.0.7
 */

/**
 * - `New`: no create call has succeeded.
 * - `Announced`: a create call has named the file and its object; nothing is stored.
 * - `Begun`: a multipart upload is open, with the parts that were accepted.
 * - `Joined`: the multipart upload is completed, but the object is not verified.
 * - `Stored`: the object is verified; the service does not know yet.
 * - `Confirmed`: the service knows.
 * - `Found`: the storage already had the bytes, and the file has them.
 *
 * @since 1.0.7
 * @category models
 */
export type StageTag = "New" | "Announced" | "Begun" | "Joined" | "Stored" | "Confirmed" | "Found"

/**
 * All stages, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const stageTags: ReadonlyArray<StageTag> = [
  "New",
  "Announced",
  "Begun",
  "Joined",
  "Stored",
  "Confirmed",
  "Found"
]

/**
 * What moves an upload to another stage.
 *
 * - `announced`: a create call has named the object.
 * - `found`: the storage already has the bytes, by the rapid flag of an answer or by a proof.
 * - `begun`: the storage has given an upload id.
 * - `joined`: the storage has completed the multipart upload.
 * - `stored`: the whole object is verified.
 * - `confirmed`: the success-callback was answered.
 * - `dropped`: the multipart upload cannot be used any more.
 * - `withdrawn`: the create call's answer cannot be used either, for example on pds, where the upload id comes with it.
 *
 * @since 1.0.7
 * @category models
 */
export type StageEvent =
  | "announced"
  | "found"
  | "begun"
  | "joined"
  | "stored"
  | "confirmed"
  | "dropped"
  | "withdrawn"

/**
 * All events, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const stageEvents: ReadonlyArray<StageEvent> = [
  "announced",
  "found",
  "begun",
  "joined",
  "stored",
  "confirmed",
  "dropped",
  "withdrawn"
]

const givesUp = { dropped: "Announced", withdrawn: "New" } as const

/**
 * The transition table. An event that a row does not name cannot happen in that stage.
 *
 * @since 1.0.7
 * @category constants
 */
export const stageTransitions: Readonly<Record<StageTag, Readonly<Partial<Record<StageEvent, StageTag>>>>> = {
  New: { announced: "Announced", found: "Found" },
  Announced: { found: "Found", begun: "Begun", stored: "Stored", ...givesUp },
  Begun: { found: "Found", joined: "Joined", stored: "Stored", ...givesUp },
  Joined: { found: "Found", joined: "Joined", stored: "Stored", ...givesUp },
  Stored: { confirmed: "Confirmed" },
  Confirmed: {},
  Found: {}
}

/**
 * The stage after an event; `undefined` where that event cannot happen.
 *
 * @since 1.0.7
 * @category combinators
 */
export const nextStage = (stage: StageTag, event: StageEvent): StageTag | undefined => stageTransitions[stage][event]
