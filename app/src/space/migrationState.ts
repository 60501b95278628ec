/** How far a migration is, by the service's own word for it (spec point 4 has the words of tasks). */
export type MigrationState = "none" | "running" | "done" | "failed" | "unknown"

const states: Readonly<Record<string, MigrationState>> = {
  none: "none",
  "": "none",
  started: "running",
  running: "running",
  success: "done",
  succeed: "done",
  succeeded: "done",
  failed: "failed",
  fail: "failed"
}

export const migrationState = (status: string | undefined): MigrationState =>
  states[(status ?? "").toLowerCase()] ?? "unknown"
