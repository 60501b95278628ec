/**
 * What was recorded as a file to keep or to send: plain data, without anything secret.
 */
import type { Attached } from "./model/attach.js"

export const recordingOf = ({ inspection, recorder }: Attached): string =>
  JSON.stringify(
    {
      at: recorder.now(),
      moved: recorder.moved,
      limits: inspection.scheduler?.limits(),
      requests: [...recorder.ended, ...recorder.open.values()],
      parts: [...recorder.maps.values()].map(({ map, owner }) => ({
        owner,
        size: map.size,
        partSize: map.partSize,
        runs: map.runs()
      })),
      events: recorder.events,
      errors: recorder.errors
    },
    null,
    1
  )

/** Gives the file to the browser. */
export const saveRecording = ({ attached }: { readonly attached: Attached | undefined }): void => {
  if (attached === undefined) return
  const url = URL.createObjectURL(new Blob([recordingOf(attached)], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = url
  link.download = "drive-recording.json"
  link.click()
  URL.revokeObjectURL(url)
}
