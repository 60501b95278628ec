/**
 * The drives themselves, and lookups besides folders.
 */
import * as Effect from "effect/Effect"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import { isAvailable } from "../catalogue/CatalogueEntry.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import { decode, type DriveCall, type Handler, invalid, ok, onDrive } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import * as DriveRequests from "./DriveRequests.js"
import { domainId, driveIdOf, drivesOf } from "./Drives.js"
import * as FileAnswer from "./FileAnswer.js"
import * as FreeNames from "./FreeNames.js"
import * as LookupRequests from "./LookupRequests.js"

const unlimited = -1

const answerOf = (context: DriveContext, space: SpaceRules, call: DriveCall) => ({
  domain_id: domainId,
  drive_id: driveIdOf(space.spaceId),
  drive_name: space.name,
  drive_type: "normal",
  owner: call.token.wsid,
  owner_type: "user",
  status: "enabled",
  total_size: space.quota === 0 ? unlimited : space.quota,
  used_size: context.catalogue.index.usedBytes(space.spaceId)
})

const get = onDrive(
  DriveRequests.OneDrive,
  (context, space, _, call) => Effect.succeed(ok(answerOf(context, space, call)))
)

/** Markers are numbers of drives. */
const listMine: Handler = (context, call) =>
  Effect.gen(function*() {
    const { limit, marker } = yield* decode(DriveRequests.ListMyDrives, call.input)
    const drives = drivesOf(context.users, call.token)
    const start = Number(marker ?? 0)
    if (!Number.isInteger(start) || start < 0) return yield* invalid("marker", "It does not belong to this list.")
    const end = start + (limit ?? 100)
    return ok({
      items: drives.slice(start, end).map((space) => answerOf(context, space, call)),
      next_marker: end < drives.length ? String(end) : ""
    })
  })

const getDefault: Handler = (context, call) => {
  const [first] = drivesOf(context.users, call.token)
  return first === undefined
    ? new Refusal({ code: "NotFound.Drive", status: 404, message: "There is no drive." })
    : Effect.succeed(ok(answerOf(context, first, call)))
}

const preCreateCheck = onDrive(LookupRequests.PreCreateCheck, (context, space, body) =>
  Effect.map(
    FreeNames.place(context.catalogue, space, { ...body, check_name_mode: "refuse" }),
    (place) =>
      ok(
        place._tag === "Free" ? { result_code: "success" } : {
          result_code: "NameCheckFailed.ExistSameNameFile",
          name_check_result: { exist_file_id: place.entry.fileId, exist_file_type: place.entry.type }
        }
      )
  ))

const keptUnder = (context: DriveContext, space: SpaceRules, key: string): ReadonlyArray<Entry> =>
  context.catalogue.entriesOf(space.spaceId)
    .filter((entry) => isAvailable(entry) && entry.drive?.customIndexKey === key)

const listByKey = onDrive(LookupRequests.ListByKey, (context, space, body) =>
  Effect.gen(function*() {
    const after = Number(body.marker || 0)
    if (!Number.isInteger(after)) return yield* invalid("marker", "It does not belong to this list.")
    const entries = keptUnder(context, space, body.custom_index_key)
      .filter((entry) => entry.sequence > after)
      .sort((one, other) => one.sequence - other.sequence)
    const items = entries.slice(0, body.limit ?? 50)
    return ok({
      items: items.map(FileAnswer.listed),
      next_marker: items.length < entries.length ? String(items.at(-1)?.sequence ?? "") : ""
    })
  }))

export const routes: Readonly<Record<string, Handler>> = {
  "/drive/get": get,
  "/drive/list_my_drives": listMine,
  "/drive/get_default_drive": getDefault,
  "/file/pre_create_check": preCreateCheck,
  "/file/list_by_custom_index_key": listByKey
}
