"use client"
/**
 * Dropping and pasting files and folders, without markup.
 *
 * @since 1.0.7
 */
import type { ClipboardEvent, DragEvent, HTMLAttributes } from "react"
import { useMemo, useRef, useState } from "react"
import type { FileInputHook, FileInputOptions } from "./useFileInput.js"
import { ofFiles, ofFolder, useFileInput } from "./useFileInput.js"
import { useLatest } from "./useLatest.js"
import { useUploadActions } from "./useUploadActions.js"

/**
 * `folderId`: the target folder, by default the root. It takes precedence over `parentFileId`.
 *
 * @since 1.0.7
 * @category models
 */
export interface DropzoneOptions extends FileInputOptions {
  readonly folderId?: string | undefined
}

/**
 * The props of an area for drops, and whether files are dragged over it.
 *
 * @since 1.0.7
 * @category models
 */
export interface DropzoneHook extends FileInputHook {
  /** Files are dragged over the area. */
  readonly isOver: boolean
  /** How many items are dragged over it, if the browser tells. */
  readonly itemCount: number
  /** For the element that takes drops: `<div {...getRootProps()}>`. Handlers of your own are called after those of the area. */
  readonly getRootProps: (props?: HTMLAttributes<HTMLElement>) => HTMLAttributes<HTMLElement>
}

const outside = { isOver: false, itemCount: 0 }

/** Other things than files are dragged too. */
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes("Files")

const taken = new WeakSet<Event>()

/** What an area has taken still comes by the areas around it. That something has prevented the browser's own way says less. */
const isTaken = ({ nativeEvent }: { readonly nativeEvent: Event }): boolean => {
  const before = taken.has(nativeEvent)
  taken.add(nativeEvent)
  return before
}

type Handlers = { readonly [name: string]: ((event: never) => void) | undefined }

/** Handlers of the caller's own for the same events are called too. */
const followedBy = (handlers: Handlers, own: Handlers): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, (event: never) => {
      handler?.(event)
      own[name]?.(event)
    }])
  )

/**
 * Uploads dropped and pasted files at once, folders with their contents. Of areas that lie in each other the innermost takes them.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDropzone = ({ folderId, ...given }: DropzoneOptions = {}): DropzoneHook => {
  const options = folderId === undefined ? given : { ...given, parentFileId: folderId }
  const { add, addDrop } = useUploadActions()
  const input = useFileInput(options)
  const latest = useLatest(options)
  const [over, setOver] = useState(outside)
  // children are entered before their parent is left
  const depth = useRef(0)

  const handlers = useMemo(() => {
    const leave = () => {
      depth.current = 0
      setOver(outside)
    }
    const isDisabled = () => latest.current.disabled === true
    const isWanted = (event: DragEvent) => !isDisabled() && holdsFiles(event)
    return {
      // counted also while it is disabled, which may begin or end before they leave
      onDragEnter: (event: DragEvent<HTMLElement>) => {
        if (!holdsFiles(event)) return
        if (!isDisabled()) event.preventDefault()
        depth.current++
        setOver({ isOver: true, itemCount: event.dataTransfer.items.length })
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!isWanted(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = "copy"
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        if (holdsFiles(event) && --depth.current <= 0) leave()
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        leave()
        if (!isWanted(event) || isTaken(event)) return
        event.preventDefault()
        addDrop(event.dataTransfer, ofFolder(ofFiles(latest.current)))
      },
      onPaste: (event: ClipboardEvent<HTMLElement>) => {
        const { files } = event.clipboardData
        if (files.length === 0 || isDisabled() || isTaken(event)) return
        event.preventDefault()
        add(files, ofFiles(latest.current))
      }
    }
  }, [add, addDrop, latest])

  const shown = options.disabled === true ? outside : over
  return useMemo(() => ({
    ...input,
    ...shown,
    // a map over keys loses which handler is of which event
    getRootProps: (props = {}) => ({ ...props, ...followedBy(handlers, props as Handlers) })
  }), [input, shown, handlers])
}
