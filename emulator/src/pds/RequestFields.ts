/**
 * Fields that bodies of several PDS calls have.
 */
import * as Schema from "effect/Schema"
import { FileName, Id, optional } from "../wire/Common.js"

/**
 * Text of at most so many characters.
 */
export const text = (most: number) => Schema.String.pipe(Schema.maxLength(most))

/**
 * An integer between two others.
 */
export const whole = (least: number, most: number) => Schema.Int.pipe(Schema.between(least, most))

/**
 * A word of a list. Any other text is a bad value, not bad JSON.
 */
export const word = <const Words extends ReadonlyArray<string>>(...words: Words) =>
  Schema.String.pipe(
    Schema.filter((value): value is Words[number] => words.includes(value), {
      message: () => `It must be one of ${words.join(", ")}.`
    })
  )

/**
 * A time of RFC 3339.
 */
export const Moment = Schema.String.pipe(
  Schema.filter((value) => !Number.isNaN(Date.parse(value)), { message: () => "It must be a time of RFC 3339." })
)

/**
 * Which drive.
 */
export const drive = { drive_id: Schema.String }

/**
 * Which file of which drive.
 */
export const file = { ...drive, file_id: Id }

/**
 * The modes that the service knows; overwriting is not among them.
 */
export const NameMode = word("ignore", "auto_rename", "refuse")

/**
 * Names go into paths, so what the service allows in them is what the drive allows.
 */
export const named = { name: FileName, parent_file_id: Id }

const Tag = Schema.Struct({ key: text(1024).pipe(Schema.minLength(1)), value: text(1024) }).pipe(
  Schema.filter(({ key, value }) => !key.includes("#") && !value.includes("#"), { message: () => "No # in a tag." })
)

export const Tags = Schema.Array(Tag).pipe(Schema.maxItems(1000))

/**
 * What a create call may say beyond name and bytes.
 */
export const described = {
  hidden: optional(Schema.Boolean),
  description: optional(text(1024)),
  local_created_at: optional(Moment),
  local_modified_at: optional(Moment),
  user_tags: optional(Tags)
}

/**
 * The life of addresses, seconds.
 */
export const expiry = optional(whole(10, 14_400))

const process = optional(text(1024))

/**
 * Thumbnails that are asked for.
 */
export const pictures = {
  thumbnail_processes: optional(Schema.Record({
    key: text(64),
    value: Schema.Struct({
      image_thumbnail_process: process,
      video_thumbnail_process: process,
      office_thumbnail_process: process
    })
  })),
  image_thumbnail_process: optional(Schema.String)
}

/**
 * Which page of a list.
 */
export const page = (most: number) => ({ limit: optional(whole(1, most)), marker: optional(text(4096)) })

/**
 * What lists are ordered by: one field, and a direction of its own.
 */
export const OrderBy = word("created_at", "updated_at", "size", "name")
