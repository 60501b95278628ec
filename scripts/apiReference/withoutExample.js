/** What has no example: nothing outside of a page can be dropped, picked or opened, so no test could run its lines. */
export const withoutExample = ["promise.fromDirectoryHandle", "promise.fromDrop", "promise.fromFileList"]
