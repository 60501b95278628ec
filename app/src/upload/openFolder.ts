/** Where what is dropped goes: into the folder that is open, or into one of its rows. */
import { useRoute } from "../shell/useRoute.js"

/** `undefined` in rooms that are no folder. */
export const useOpenFolder = (): string | undefined => {
  const { address } = useRoute()
  const place = address === "Unknown" ? undefined : address.place
  return place?.room === "files" ? place.folder ?? "root" : undefined
}

export const folderRowAt = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-folder][data-id]") : null

/** A folder that is gone takes nothing. */
export const takesFiles = (): boolean => document.querySelector("#list > [data-gone]") === null
