/**
 * The drives of the PDS endpoint: each is the space of a user on platform pds, under a number of its own.
 */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { UserRules } from "../accounts/Accounts.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { DriveToken } from "./DriveTokens.js"

/**
 * The id of the domain that all drives belong to.
 */
export const domainId = "emulator"

/**
 * The digits that stand for a space: the same in every run.
 */
export const driveIdOf = (spaceId: string): string =>
  String(100_000_000 + createHash("sha1").update(spaceId).digest().readUInt32BE(0) % 900_000_000)

/**
 * A user's own drives.
 */
export const drivesOf = (users: ReadonlyArray<UserRules>, { wsid }: DriveToken): ReadonlyArray<SpaceRules> =>
  users.find((user) => user.wsid === wsid)?.spaces.filter((space) => space.platform === "pds") ?? []

/**
 * The space behind a drive id. Somebody else's is told apart from one that does not exist.
 */
export const find = (
  users: ReadonlyArray<UserRules>,
  token: DriveToken,
  driveId: string
): Effect.Effect<SpaceRules, Refusal> => {
  const isIt = (space: SpaceRules) => space.platform === "pds" && driveIdOf(space.spaceId) === driveId
  const own = drivesOf(users, token).find(isIt)
  if (own !== undefined) return Effect.succeed(own)
  return users.some((user) => user.spaces.some(isIt))
    ? new Refusal({ code: "ForbiddenNoPermission.Drive", status: 403, message: "No permission for this drive." })
    : new Refusal({ code: "NotFound.Drive", status: 404, message: `The resource drive ${driveId} cannot be found.` })
}
