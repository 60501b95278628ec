import type { DriveClient } from "effect-drive/promise"
import type { AssetRow } from "effect-drive/react"
import { pickFiles, pickSources } from "../upload/pickFiles.js"

export interface AssetGoal {
  readonly drive: DriveClient
  readonly spaceId: string
  /** The folder of assets that they come into. */
  readonly folderId: string | undefined
}

type Source = File | FileSystemFileHandle

/** What goes wrong before an upload is on its way; afterwards its own row says it. */
export type OnRefused = (cause: unknown, retry: () => void) => void

/** Puts files into the queue of the drive; each becomes an asset of the folder once it is stored. */
export const uploadAssets = (goal: AssetGoal, sources: ReadonlyArray<Source>, onRefused: OnRefused): void => {
  const { drive, folderId, spaceId } = goal
  for (const file of sources) {
    drive.assets.create({ file, folderId, checkNameMode: "refuse" }, { spaceId }).catch((cause: unknown) =>
      onRefused(cause, () => uploadAssets(goal, [file], onRefused))
    )
  }
}

/** Lets the user pick files for the library; it must be called in a click or key of the user. */
export const chooseAssets = (
  goal: AssetGoal,
  onRefused: OnRefused,
  onStarted: (count: number) => void
): void =>
  pickSources((sources) => {
    uploadAssets(goal, sources, onRefused)
    if (sources.length > 0) onStarted(sources.length)
  })

/** New bytes for an asset; the old ones stay until these are stored. */
export const chooseVersion = (
  drive: DriveClient,
  spaceId: string,
  { assetId }: AssetRow,
  onRefused: OnRefused
): void =>
  pickFiles((files) => {
    const [file] = files
    if (file === undefined) return
    const upload = () => {
      drive.assets.update({ assetId, file }, { spaceId }).catch((cause: unknown) => onRefused(cause, upload))
    }
    upload()
  }, { isOne: true })
