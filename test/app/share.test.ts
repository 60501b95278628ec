/** What links, tags and migrations decide without a page. */
import { describe, expect, test } from "vitest"
import { usedTagsOf } from "../../app/src/files/usedTags.js"
import { secretOf } from "../../app/src/publicShare/visit.js"
import { dateText, endOfDay, lifeOf } from "../../app/src/share/linkExpiry.js"
import { makeShareCode } from "../../app/src/share/shareCode.js"
import { migrationState } from "../../app/src/space/migrationState.js"

describe("links", () => {
  test("end at the last second of the day that was chosen, by the clock on the wall", () => {
    const end = endOfDay("2026-11-27") ?? 0
    expect(new Date(end).toString()).toContain("Nov 27 2026 23:59:00")
    expect(dateText(end)).toBe("2026-11-27")
    expect(endOfDay("")).toBeUndefined()
    expect([lifeOf("day"), lifeOf("never")]).toEqual([86_400_000, null])
  })

  test("have codes of four signs that nobody takes for another", () => {
    const codes = Array.from({ length: 2000 }, makeShareCode)
    expect(codes.filter((code) => !/^[A-HJ-NP-Z2-9]{4}$/.test(code))).toEqual([])
    expect(new Set(codes.join("")).size).toBe(32)
  })

  test("are told apart by the last part of their address", () => {
    expect(["/s/Ab3_-x", "/s/Ab3_-x/", "/s/", "/s/a/b", "/s/a%2e"].map(secretOf))
      .toEqual(["Ab3_-x", "Ab3_-x", undefined, undefined, undefined])
  })
})

test("tags in use are offered by how often they are used", () => {
  const used = usedTagsOf([
    { key: "place", value: "quay" },
    { key: "status", value: "approved" },
    { key: "place", value: "mole" },
    { key: "place", value: "mole" }
  ])
  expect(used.keys).toEqual(["place", "status"])
  expect(used.valuesOf("place")).toEqual(["mole", "quay"])
  expect(used.valuesOf("other")).toEqual([])
})

test("a migration is as far as the service's word for it says; a word that is not known stays unknown", () => {
  expect([undefined, "NONE", "STARTED", "Running", "SUCCESS", "FAILED", "COPYING"].map(migrationState))
    .toEqual(["none", "none", "running", "running", "done", "failed", "unknown"])
})
