/** The cases of the contract, each by the members of a provider that it is about, so that none can be left out. */
import type { Vitest } from "@effect/vitest"
import type { Effect } from "effect"
import type { StorageProvider } from "../../../../src/services/StorageProvider.js"
import type { Transport } from "../../../../src/services/Transport.js"
import type { ProviderUnderTest } from "./underTest.js"

const groups = ["files", "bin", "uploads", "downloads", "tasks"] as const

type Group = typeof groups[number]

/** `platform`, `files.list`, … */
export type Member = {
  [K in keyof StorageProvider]-?: K extends Group ? `${K}.${keyof StorageProvider[K] & string}` : K
}[keyof StorageProvider]

const isGroup = (name: string): name is Group => groups.some((group) => group === name)

/** The members that a provider really has. */
export const membersOf = (provider: object): ReadonlyArray<string> =>
  Object.entries(provider).flatMap(([name, value]: [string, unknown]) =>
    isGroup(name) && typeof value === "object" && value !== null
      ? Object.keys(value).map((key) => `${name}.${key}`)
      : [name]
  )

/** Those for which there is no case. */
export const withoutCase = (provider: object, cases: ReadonlyMap<string, ReadonlyArray<string>>) =>
  membersOf(provider).filter((member) => (cases.get(member)?.length ?? 0) === 0)

/** Adds a case; what it needs is there. */
export type AddCase = <E>(
  members: readonly [Member, ...ReadonlyArray<Member>],
  name: string,
  run: () => Effect.Effect<void, E, ProviderUnderTest | Transport>
) => void

/** Cases that are run by `it`, and written down by member; those that need a member that is `refused` are not. */
export const make = (
  it: Vitest.MethodsNonLive<ProviderUnderTest | Transport>,
  refused: ReadonlySet<Member> = new Set()
) => {
  const cases = new Map<string, Array<string>>()
  const add: AddCase = (members, name, run) => {
    if (members.some((member) => refused.has(member))) return
    for (const member of members) cases.set(member, [...cases.get(member) ?? [], name])
    it.effect(name, run)
  }
  return { add, cases }
}
