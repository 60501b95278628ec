import { useQueryClient } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { useDrive } from "effect-drive/react"
import { useEffect, useRef, useState } from "react"
import type { Place } from "../shell/routes.js"
import { hrefOf } from "../shell/routes.js"
import { useRoute } from "../shell/useRoute.js"
import { crumbsQuery, folderQuery, rootFolder } from "./queries.js"

/** The list that is left stays so long, in milliseconds; what takes longer shows that it loads. */
const patience = 400

/** The folder that was shown last, with its space. */
let shownLast: string | undefined

/** Nobody has it, or the sheet in which there was no list for a while. */
const isFree = (focused: Element | null): boolean => focused === document.body || focused?.id === "list"

/**
 * Once for each folder after the first: what was pressed to come here may have gone with the folder before, and keys would have
 * nothing to go on from.
 */
export const takesFocus = ({ folder = rootFolder, space }: Place): boolean => {
  const before = shownLast
  shownLast = `${space}/${folder}`
  return before !== undefined && before !== shownLast && isFree(document.activeElement)
}

/** Opens a folder of the list of another one. The way to it is known, and this list steps back until the next one is there. */
export const useOpenFolder = (place: Place) => {
  const drive = useDrive()
  const queries = useQueryClient()
  const { go } = useRoute()
  const [isLeaving, setLeaving] = useState(false)
  const wanted = useRef<string>(undefined)
  useEffect(() => () => {
    wanted.current = undefined
  }, [])

  /** In a tab beside this one, which hands its sign-in on to what it opens itself. */
  const openBeside = ({ fileId, pending, type }: FileRow): void => {
    if (type === "folder" && pending === undefined) window.open(hrefOf({ ...place, folder: fileId }), "_blank")
  }

  const open = ({ fileId, name }: FileRow): void => {
    const { folder = rootFolder, space } = place
    const way = folder === rootFolder
      ? [{ fileId: rootFolder, name: rootFolder, path: "" }]
      : queries.getQueryData(crumbsQuery(drive, space, folder).queryKey)
    if (way !== undefined) {
      const path = `${way.at(-1)?.path ?? ""}/${name}`
      queries.setQueryData(crumbsQuery(drive, space, fileId).queryKey, [...way, { fileId, name, path }])
    }
    const next = folderQuery(drive, space, fileId)
    const leave = () => {
      if (wanted.current === fileId) go({ ...place, folder: fileId })
    }
    wanted.current = fileId
    if (queries.getQueryData(next.queryKey) !== undefined) return leave()
    setLeaving(true)
    const passed = new Promise((resolve) => setTimeout(resolve, patience))
    void Promise.race([queries.prefetchInfiniteQuery(next), passed]).then(leave)
  }
  return { isLeaving, open, openBeside }
}
