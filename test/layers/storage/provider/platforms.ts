/** How the platforms differ, as far as the same call has another effect on them, and why. */
import type { CheckNameMode } from "../../../../src/domain/CheckNameMode.js"
import type { SupportedPlatform } from "../../../../src/domain/Platform.js"

/** A call that the platform does not have: its `UnsupportedOperation` has this text. */
export interface Refused {
  readonly refused: string
}

/**
 * What becomes of a name that is taken: both files have it, the new one gets another, nothing happens but `NameConflict`, the old
 * file is gone, or the old file has the new bytes.
 */
export type NameTaken = "double" | "numbered" | "conflict" | "replaced" | "sameId" | Refused

/** Whether the service continues in a task when it is asked to. */
export interface Tasks {
  readonly file: boolean
  readonly folder: boolean
}

export interface PlatformTraits {
  /** Whether there is a bucket behind the space. */
  readonly bucket: boolean
  /** Whether the storage itself says what it holds; else the product API does, which is not part of a provider. */
  readonly usage: boolean
  /** Whether bytes that the service knows need not be sent again. */
  readonly rapidUpload: boolean
  /** Whether the service looks at what is confirmed; else the storage has reported it at the end of the upload. */
  readonly confirms: boolean
  /** Whether files are starred by themselves; else the assets that they are. */
  readonly stars: boolean
  /** Whether several files go with one call. */
  readonly batches: boolean
  /** Whether it knows pictures: thumbnails, and lists of a category. */
  readonly pictures: "known" | "none"
  /** How many fields a list is ordered by: any of them, or one with type before it or not. */
  readonly orderedBy: "fields" | "typeAndOne"
  /** By check_name_mode; `none` = left out. */
  readonly rename: Readonly<Record<CheckNameMode, NameTaken>>
  readonly copy: Readonly<Record<CheckNameMode | "none", NameTaken>>
  readonly move: Readonly<Record<CheckNameMode | "none", NameTaken>>
  /** A new file; `none` as for the others. */
  readonly upload: Readonly<Record<CheckNameMode | "none", NameTaken>>
  /** Whether a tag may hold any text: a rule of the storage, which is known before any call. */
  readonly anyTag: boolean
  /** The longest life of an address that is asked for, hours. */
  readonly addressHours: number
  readonly removeTasks: Tasks
  readonly binTasks: Tasks
  readonly copyTasks: Tasks
  readonly moveTasks: Tasks
  readonly batchAddresses: "supported" | Refused
  /** What an archive is: a file of the drive, or an address that the task ends with. */
  readonly archive: "file" | "address"
  readonly pollTask: "supported" | Refused
}

/** The product API serves both alike. */
const product: PlatformTraits = {
  bucket: true,
  usage: false,
  rapidUpload: true,
  confirms: true,
  stars: false,
  batches: false,
  pictures: "known",
  orderedBy: "fields",
  rename: { ignore: "double", auto_rename: "numbered", refuse: "conflict", overwrite: "replaced" },
  copy: { none: "numbered", ignore: "double", auto_rename: "numbered", refuse: "conflict", overwrite: "replaced" },
  move: { none: "numbered", ignore: "double", auto_rename: "numbered", refuse: "conflict", overwrite: "replaced" },
  // Left out, it is the service's own rule: spec point 9 has a default for pds alone.
  upload: { none: "numbered", ignore: "double", auto_rename: "numbered", refuse: "conflict", overwrite: "sameId" },
  anyTag: true,
  // Spec point 5.
  addressHours: 7 * 24,
  // Spec point 7: the calls have no is_async.
  removeTasks: { file: false, folder: false },
  copyTasks: { file: false, folder: false },
  moveTasks: { file: false, folder: false },
  binTasks: { file: true, folder: true },
  batchAddresses: "supported",
  archive: "file",
  pollTask: { refused: "unsupport method" }
}

const unlike = (verb: string, mode: CheckNameMode): Refused => ({
  refused: `pds cannot ${verb} with check_name_mode ${mode}`
})

export const platforms: Readonly<Record<SupportedPlatform, PlatformTraits>> = {
  s3: product,
  oss: product,
  pds: {
    bucket: false,
    usage: true,
    // Spec point 9: pds skips hashing, so nothing can be known.
    rapidUpload: false,
    confirms: false,
    stars: true,
    batches: true,
    pictures: "known",
    orderedBy: "typeAndOne",
    // The service knows no overwriting but that of an upload.
    rename: {
      ignore: "double",
      auto_rename: "numbered",
      refuse: "conflict",
      overwrite: { refused: "pds cannot overwrite by a rename" }
    },
    // A copy is numbered or not: there is no mode that refuses.
    copy: {
      none: "double",
      ignore: "double",
      auto_rename: "numbered",
      refuse: unlike("copy", "refuse"),
      overwrite: unlike("copy", "overwrite")
    },
    move: {
      none: "double",
      ignore: "double",
      auto_rename: "numbered",
      refuse: "conflict",
      overwrite: unlike("move", "overwrite")
    },
    // Spec point 9: overwrite is the default.
    upload: { none: "sameId", ignore: "double", auto_rename: "numbered", refuse: "conflict", overwrite: "sameId" },
    // The service takes no # in them, and says so in its reference.
    anyTag: false,
    // Its own limit of expire_sec.
    addressHours: 32,
    // Files go at once (204), folders with all that is in them by a task (202).
    removeTasks: { file: false, folder: true },
    copyTasks: { file: false, folder: true },
    moveTasks: { file: false, folder: false },
    binTasks: { file: false, folder: true },
    batchAddresses: { refused: "pds get batch download info not supported" },
    archive: "address",
    pollTask: "supported"
  }
}
