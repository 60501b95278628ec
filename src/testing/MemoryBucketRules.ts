/**
 * The rules of an in-memory bucket: kept and answered, and restores that are done at once.
 */
import * as Duration from "effect/Duration"
import type { VersioningStatus } from "../domain/BucketVersioning.js"
import type { LifecycleRule } from "../domain/LifecycleRule.js"
import type { RestoreState, StartedRestore } from "../domain/ObjectRestore.js"
import { Refusal } from "./MemoryBucket.js"

/**
 * `archived` are the keys of objects that have to be restored before they can be read; times in epoch milliseconds.
 */
export class MemoryBucketRules {
  lifecycle: ReadonlyArray<LifecycleRule> = []
  versioning: VersioningStatus | undefined
  readonly archived = new Set<string>()
  private readonly restored = new Map<string, number>()
  private named = 0

  putLifecycle(rules: ReadonlyArray<LifecycleRule>): void {
    this.lifecycle = rules.map((rule) => ({ ...rule, id: rule.id ?? `rule-${++this.named}` }))
  }

  restore(key: string, days: number, now: number): StartedRestore | Refusal {
    if (!this.archived.has(key)) return new Refusal(403, "InvalidObjectState")
    const { status } = this.restoreState(key, now)
    this.restored.set(key, now + Duration.toMillis(Duration.days(days)))
    return { status: status === "restored" ? "restored" : "started" }
  }

  restoreState(key: string, now: number): RestoreState {
    const until = this.restored.get(key) ?? 0
    const known = this.archived.has(key) ? { storageClass: "Archive" } : {}
    return now < until ? { ...known, status: "restored", until } : { ...known, status: "none" }
  }
}
