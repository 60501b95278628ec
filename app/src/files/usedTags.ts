import type { QueryClient } from "@tanstack/react-query"
import { useQueryClient } from "@tanstack/react-query"
import type { UserTag } from "effect-drive/promise"
import type { FileRow, Rows } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import { useMemo } from "react"

/** Keys and values by how often they were used, the most used first. */
export interface UsedTags {
  readonly keys: ReadonlyArray<string>
  readonly valuesOf: (key: string) => ReadonlyArray<string>
}

const byCount = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

export const usedTagsOf = (tags: ReadonlyArray<UserTag>): UsedTags => ({
  keys: byCount(tags.map(({ key }) => key)),
  valuesOf: (key) => byCount(tags.filter((tag) => tag.key === key).map(({ value }) => value))
})

const tagsIn = (client: QueryClient, queryKey: ReadonlyArray<unknown>): ReadonlyArray<UserTag> =>
  client.getQueriesData<{ readonly pages?: ReadonlyArray<Rows<FileRow>> }>({ queryKey: [...queryKey] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ items }) => items)
    .flatMap(({ userTags }) => userTags)

/** What the files that are loaded have for tags. */
export const useUsedTags = (spaceId: string): UsedTags => {
  const drive = useDrive()
  const client = useQueryClient()
  return useMemo(
    () => usedTagsOf(tagsIn(client, driveQueries(drive, { spaceId }).keys.lists())),
    [client, drive, spaceId]
  )
}
