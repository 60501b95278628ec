/** What a feature adds to the drive. Each lives in a folder of its own and is named once, in `features.ts`. */
import type { DriveClient, Space } from "effect-drive/promise"
import type { FileRow } from "effect-drive/react"
import type { LucideIcon } from "lucide-react"
import type { ComponentType } from "react"
import { createContext, useContext } from "react"
import type { Strings } from "../language/catalogue.js"
import type { OpenDialog } from "../parts/Dialogs.js"
import type { MenuEntry } from "../parts/MenuEntry.js"
import type { ShortcutEntry } from "../parts/Shortcut.js"
import type { Place, Room } from "./routes.js"

export interface PageProps {
  readonly place: Place
}

/** A room of a space, and its line in the sidebar. */
export interface RoomEntry {
  readonly room: Room
  readonly icon: LucideIcon
  readonly label: (t: Strings) => string
  /** A room that the space's service does not have is not shown. */
  readonly isOffered?: ((space: Space) => boolean) | undefined
  readonly page: ComponentType<PageProps>
}

export interface FileContext {
  readonly drive: DriveClient
  readonly space: Space
  readonly folder: string
  readonly files: ReadonlyArray<FileRow>
  readonly t: Strings
  readonly openDialog: OpenDialog
  readonly list: ListCommands
}

export interface FolderName {
  readonly fileId: string
  readonly name: string
}

/** What an action can ask of the list it was started in. */
export interface ListCommands {
  readonly open: (file: FileRow) => void
  readonly rename: (fileId: string) => void
  readonly recycle: (files: ReadonlyArray<FileRow>) => void
  readonly star: (files: ReadonlyArray<FileRow>, starred: boolean) => void
  readonly copyHere: (files: ReadonlyArray<FileRow>) => void
  readonly move: (files: ReadonlyArray<FileRow>, to: FolderName) => void
  readonly copy: (files: ReadonlyArray<FileRow>, to: FolderName) => void
  readonly details: (file: FileRow) => void
  readonly reload: () => void
}

/** Something that can be done with what is selected: in the menu of a row, and in the bar at a selection. */
export interface FileAction {
  readonly id: string
  readonly group: "open" | "share" | "organise" | "remove"
  readonly icon: LucideIcon
  readonly label: (t: Strings, files: ReadonlyArray<FileRow>) => string
  /** Shorter words for the bar and the tiles of a bottom sheet. */
  readonly shortLabel?: ((t: Strings) => string) | undefined
  readonly shortcut?: string | undefined
  /** How it stands in the bar at a selection; left out: in the menu only. */
  readonly inBar?: "button" | "icon" | undefined
  /** One of the four on top of a bottom sheet. */
  readonly isQuick?: boolean | undefined
  readonly isDangerous?: boolean | undefined
  readonly isOffered: (context: Pick<FileContext, "files" | "space">) => boolean
  readonly run: (context: FileContext) => void
}

/** What a room gives to the feature that shows one of its files large. */
export interface ViewerProps {
  /** The files of the room in its order, without its folders. */
  readonly files: ReadonlyArray<FileRow>
  /** Whether these are all there are. */
  readonly isWhole: boolean
  readonly fileId: string
  /** What the room or folder is called. */
  readonly where: string
  readonly contextOf: (files: ReadonlyArray<FileRow>) => FileContext
  readonly onShow: (fileId: string) => void
  readonly onClose: () => void
}

export interface Feature {
  readonly id: string
  /** Shows a file large, over the whole window; one feature has it. */
  readonly viewer?: ComponentType<ViewerProps> | undefined
  readonly rooms?: ReadonlyArray<RoomEntry> | undefined
  readonly fileActions?: ReadonlyArray<FileAction> | undefined
  readonly shortcuts?: ReadonlyArray<ShortcutEntry> | undefined
  /** Always there beside the page: panels, docks, what takes drops. */
  readonly layers?: ReadonlyArray<ComponentType> | undefined
  /** The same, for what the first list does not wait for. */
  readonly laterLayers?: ReadonlyArray<ComponentType> | undefined
  /** Below the rooms in the sidebar: places of its own that one goes to often. */
  readonly places?: ReadonlyArray<ComponentType> | undefined
  /** Sections of the panel that says what is known of a file. */
  readonly details?: ReadonlyArray<ComponentType<{ readonly file: FileRow }>> | undefined
  /** Buttons of the top bar, before the account. */
  readonly topbar?: ReadonlyArray<ComponentType> | undefined
  /** What the buttons of the top bar do, as entries of the menu on a page that has no room for them. */
  readonly narrowEntries?: ((t: Strings) => ReadonlyArray<MenuEntry>) | undefined
  /** Buttons at the end of a folder's bar; the last is the filled one. */
  readonly folderActions?: ReadonlyArray<ComponentType<{ readonly folder: string }>> | undefined
  /** The same on a narrow page, as entries behind its one round button. */
  readonly addEntries?:
    | ((context: Pick<FileContext, "drive" | "folder" | "space" | "t">) => ReadonlyArray<MenuEntry>)
    | undefined
}

const FeaturesContext = createContext<ReadonlyArray<Feature>>([])

export const FeaturesProvider = FeaturesContext.Provider

export const useFeatures = (): ReadonlyArray<Feature> => useContext(FeaturesContext)
