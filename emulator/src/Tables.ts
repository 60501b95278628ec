/**
 * All that an emulator keeps besides the bytes, as rows of one database.
 */
import * as Accounts from "./accounts/Accounts.js"
import * as ArchiveExpiry from "./archive/ArchiveExpiry.js"
import * as AssetFolders from "./assets/AssetFolders.js"
import * as Assets from "./assets/Assets.js"
import * as Shares from "./assets/Shares.js"
import * as Catalogue from "./catalogue/Catalogue.js"
import * as DriveTasks from "./pds/DriveTasks.js"
import * as DriveUploads from "./pds/DriveUploads.js"
import * as Settings from "./Settings.js"
import * as Migrations from "./tasks/Migrations.js"
import * as Tasks from "./tasks/Tasks.js"

/**
 * Empty ones, for `Database.make` to fill.
 */
export const make = (options: { readonly listAnnounced: boolean }) => ({
  entries: Catalogue.makeEntries(options.listAnnounced),
  accounts: Accounts.makeRows(),
  settings: Settings.makeRows(),
  tasks: Tasks.makeRows(),
  migrations: Migrations.makeRows(),
  driveUploads: DriveUploads.makeRows(),
  driveTasks: DriveTasks.makeRows(),
  archiveLives: ArchiveExpiry.makeRows(),
  assetFolders: AssetFolders.makeRows(),
  assets: Assets.makeRows(),
  shares: Shares.makeRows()
})

export const all = ({ entries, ...others }: ReturnType<typeof make>) => [
  entries.rows,
  ...Object.values(others).flatMap((rows) => Object.values(rows))
]
