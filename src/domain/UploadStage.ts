/**
 * How far an upload has come, whatever it is doing at the moment: the one table of what is known of its bytes. A run that is left
 * leaves the stage behind, and the next run goes on from it.
 *
 * @since 1.0.7
 */

/**
 * - `New`: no file is announced.
 * - `Announced`: the service has named the file and its object; nothing is stored.
 * - `Begun`: a multipart upload is open, with the parts that were accepted.
 * - `Joined`: its parts are one object by now, right or wrong: the storage's word on it is not compared yet.
 * - `Stored`: the storage has the bytes; the service has not been told.
 * - `Confirmed`: the service has.
 * - `Found`: the bytes were there already, and the file has them.
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
 * What moves an upload to another stage. `announced`: a create call has named the object. `found`: the bytes are there, by the rapid
 * flag of an answer or by a proof of the storage. `begun`: the storage has given an upload id. `joined`: it has joined the parts.
 * `stored`: its word on the whole object was compared. `confirmed`: the success-callback was answered. `dropped`: the multipart
 * upload is of no use any more. `withdrawn`: the announcement is of no use either, as where the upload id comes with it (pds).
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
