/** A state of the drive that a picture is made of. */
import type { Page } from "playwright-core"

export const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  medium: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 740 }
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
  /** A folder with one file in it, which has no byte. */
  readonly inOneItem: string
  /** A folder of hundreds of files. */
  readonly inSoundings: string
  /** The address of a file's preview; the file by the beginning of its name. */
  readonly previewOf: (start: string) => string
  readonly links: Readonly<Record<"code" | "look" | "pdf" | "picture" | "text", string>>
}

export const wide: ReadonlyArray<Size> = ["wide"]
export const wideAndSmall: ReadonlyArray<Size> = ["wide", "small"]
export const wideAndPhone: ReadonlyArray<Size> = ["wide", "phone"]
