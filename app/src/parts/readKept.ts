/**
 * What a page kept as JSON, by its fields. Nothing where it cannot be read: whatever wrote it, the page would fail with it at each start.
 */
export const readKept = (storage: Storage, key: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "{}")
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
