import type { RunningEmulator } from "effect-drive/emulator"
import { vi } from "vitest"
import { waitLimit } from "../limits.js"

/** So many faults are left. A hold that still waits for its part would meet the next page's, or the one that is sent again. */
export const allHeld = (emulator: RunningEmulator, left = 0): Promise<boolean> =>
  vi.waitUntil(() => emulator.remainingFaults().length === left, { timeout: waitLimit })
