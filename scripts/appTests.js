/** The web drive in a Chromium, on every platform. */
import { availableParallelism } from "node:os"
import { vitestRun } from "./vitestRun.js"

/** The counts of vitest with `args`. */
export function appTests(args = [], options = {}) {
  return vitestRun("app", ["--project", "app", ...args], {
    ...options,
    again: true,
    env: { ...options.env, WEB_DRIVE_ON: process.env.WEB_DRIVE_ON ?? "s3 oss pds" },
    // they often wait for a browser
    forks: availableParallelism() * 2
  })
}
