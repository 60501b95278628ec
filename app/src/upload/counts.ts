import type { UploadsView } from "effect-drive/react"

type Counts = UploadsView["counts"]

/** Still to come: bytes move, or will without anybody doing anything. */
export const underWay = (
  { finishing, hashing, queued, uploading, waitingForNetwork, waitingForSignIn }: Counts
): number => finishing + hashing + queued + uploading + waitingForNetwork + waitingForSignIn

export const unfinished = (counts: Counts): number =>
  underWay(counts) + counts.paused + counts.conflict + counts.needsFile + counts.elsewhere

export const isMoving = ({ counts }: UploadsView): boolean => underWay(counts) > 0
