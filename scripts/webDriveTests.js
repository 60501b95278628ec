/** The cases of the web drive that depend on the platform, on those that `npm test` leaves out. */
import { availableParallelism } from "node:os"
import { vitestRun } from "./vitestRun.js"

/** The counts of the run. */
export function webDriveTests(options = {}) {
  const { env } = options
  return vitestRun("web-drive", ["--project", "unit", "-t", "^(oss|pds)\\b|\\bon (oss|pds)\\b"], {
    ...options,
    again: true,
    env: { ...env, WEB_DRIVE_ON: "oss pds" },
    files: ["test/app/"],
    // they often wait for a browser
    forks: availableParallelism() + 1
  })
}
