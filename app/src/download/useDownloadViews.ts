import type { DownloadSnapshot } from "effect-drive/promise"
import { useDownloads, useDrive } from "effect-drive/react"
import { useCallback, useSyncExternalStore } from "react"

const order: ReadonlyArray<DownloadSnapshot["status"]> = [
  "running",
  "verifying",
  "error",
  "signedOut",
  "stopped",
  "offline",
  "waiting",
  "cancelled",
  "success"
]

const none: ReadonlyArray<DownloadSnapshot> = []
const held = new WeakMap<object, ReadonlyArray<DownloadSnapshot>>()

/** All downloads in the order of what they do, read anew four times a second at most. */
export const useDownloadViews = (): ReadonlyArray<DownloadSnapshot> => {
  const drive = useDrive()
  const ids = useDownloads()
  const subscribe = useCallback((listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      const views = drive.downloads.list().flatMap((id) => drive.downloads.snapshot(id) ?? [])
      held.set(drive, views.sort((one, two) => order.indexOf(one.status) - order.indexOf(two.status)))
      listener()
    }
    const soon = () => {
      timer ??= setTimeout(read, 250)
    }
    const offs = [drive.downloads.subscribe(soon), ...ids.map((id) => drive.downloads.subscribe(soon, id))]
    soon()
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [drive, ids])
  return useSyncExternalStore(subscribe, () => held.get(drive) ?? none)
}
