"use client"
/**
 * Picking files and folders, without markup.
 *
 * @since 1.0.7
 */
import type { ChangeEvent, InputHTMLAttributes, RefCallback } from "react"
import { useCallback, useMemo, useRef } from "react"
import { useLatest } from "./useLatest.js"
import type { UploadTarget } from "./useUploadActions.js"
import { useUploadActions } from "./useUploadActions.js"

/**
 * `accept` and `multiple` (default true) as of an `<input>`; `disabled` picks nothing.
 *
 * @since 1.0.7
 * @category models
 */
export interface FileInputOptions extends UploadTarget {
  readonly accept?: string | undefined
  readonly multiple?: boolean | undefined
  readonly disabled?: boolean | undefined
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { readonly ref: RefCallback<HTMLInputElement> }

/**
 * The props of a file input, and functions that open it.
 *
 * @since 1.0.7
 * @category models
 */
export interface FileInputHook {
  /** For the one `<input>`: `<input {...getInputProps()} />`. It is hidden; `openFiles` opens it. */
  readonly getInputProps: (props?: InputHTMLAttributes<HTMLInputElement>) => InputProps
  /** Opens the browser's dialogue for files. */
  readonly openFiles: () => void
  /** Opens the browser's dialogue for a folder; its files keep their paths in it. */
  readonly openFolder: () => void
}

/**
 * What is the input's alone is no option of an upload.
 *
 * @since 1.0.7
 * @category combinators
 */
export const ofFiles = (
  { accept: _accept, disabled: _disabled, multiple: _multiple, ...target }: FileInputOptions
): UploadTarget => target

/**
 * What is one file's alone is no option of a folder.
 *
 * @since 1.0.7
 * @category combinators
 */
export const ofFolder = (
  { chunkSize: _chunkSize, path: _path, ...folder }: UploadTarget
): Omit<UploadTarget, "chunkSize" | "path"> => folder

/**
 * Uploads picked files at once. The same file can be picked twice.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useFileInput = (options: FileInputOptions = {}): FileInputHook => {
  const { add, addFolder } = useUploadActions()
  const latest = useLatest(options)
  const input = useRef<HTMLInputElement>(null)

  const onChange = useCallback((event: ChangeEvent<HTMLInputElement>) => {
    const { files, webkitdirectory } = event.currentTarget
    if (files === null || files.length === 0 || latest.current.disabled === true) return
    const target = ofFiles(latest.current)
    if (webkitdirectory) addFolder(files, ofFolder(target))
    else add(files, target)
    event.currentTarget.value = ""
  }, [add, addFolder, latest])

  const open = useCallback((folder: boolean) => {
    if (input.current === null || latest.current.disabled === true) return
    input.current.webkitdirectory = folder
    input.current.click()
  }, [latest])

  const ref = useCallback((element: HTMLInputElement | null) => {
    input.current = element
  }, [])

  const { accept, disabled = false, multiple = true } = options
  return useMemo(() => ({
    getInputProps: (props) => ({
      hidden: true,
      tabIndex: -1,
      ...props,
      type: "file",
      multiple,
      disabled,
      ...(accept === undefined ? {} : { accept }),
      ref,
      onChange: (event) => {
        props?.onChange?.(event)
        onChange(event)
      }
    }),
    openFiles: () => open(false),
    openFolder: () => open(true)
  }), [accept, disabled, multiple, onChange, open, ref])
}
