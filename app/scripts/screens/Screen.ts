/** A state of the drive that a picture is made of. */
import type { Page } from "playwright-core"

export const sizes = {
  wide: { width: 1440, height: 900 },
  broad: { width: 1920, height: 1080 },
  tablet: { width: 820, height: 1180 },
  medium: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 740 },
  /** A tablet on its side. */
  flat: { width: 1024, height: 768 },
  /** What a wide page is at twice its size. */
  zoomed: { width: 720, height: 450 },
  /** The same at four times its size. */
  magnified: { width: 360, height: 225 },
  /** The phone with the least room that is still in use. */
  short: { width: 360, height: 640 }
}

export type Size = keyof typeof sizes

export type Act = (page: Page) => Promise<void>

export interface Screen {
  readonly name: string
  readonly path: string
  /** All of them, unless it is told. */
  readonly sizes?: ReadonlyArray<Size>
  readonly signedOut?: boolean
  /** What leads from the page to the state. */
  readonly act?: Act
}

/** What the states stand on: the sample files, where they lie, and links to some of them. */
export interface Samples {
  /** The folder of the project, as an address. */
  readonly inFolder: string
  /** A folder in many others, as an address. */
  readonly inDeepFolder: string
  /** Names that are hard to show, as an address. */
  readonly inOddFolder: string
  /** Names in scripts that stack, join or run from right to left, as an address. */
  readonly inHardNames: string
  /** The same at the end of a way of such names. */
  readonly inHardFolders: string
  /** The address of the preview of one of them. */
  readonly previewOfHard: (name: string) => string
  /** A folder with one file in it, which has no byte. */
  readonly inOneItem: string
  /** A folder of hundreds of files. */
  readonly inSoundings: string
  /** The address of a file's preview; the file by the beginning of its name. */
  readonly previewOf: (start: string) => string
  readonly links: Readonly<
    Record<"code" | "film" | "long" | "look" | "none" | "pdf" | "picture" | "sound" | "text", string>
  >
}

export const wide: ReadonlyArray<Size> = ["wide"]
export const wideAndSmall: ReadonlyArray<Size> = ["wide", "small"]
export const wideAndPhone: ReadonlyArray<Size> = ["wide", "phone"]
