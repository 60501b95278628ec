"use client"
/**
 * The user's spaces, and the one that is selected.
 *
 * @since 1.0.7
 */
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query"
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query"
import type { Capabilities } from "../domain/Capabilities.js"
import { capabilitiesOf } from "../domain/Capabilities.js"
import type { Platform } from "../domain/Platform.js"
import type { Space } from "../domain/Space.js"
import type { DriveError } from "../promise/DriveError.js"
import { driveQueries, rowsOf } from "./driveQueries.js"
import type { Plain } from "./plainData.js"
import { useDrive } from "./useDrive.js"
import { useDriveQueries } from "./useDriveQueries.js"
import { useSessionState } from "./useSession.js"

/**
 * `platform` is fetched if the list does not contain it, and `undefined` until it is known; `capabilities` are those of
 * the platform.
 *
 * @since 1.0.7
 * @category models
 */
export interface SpaceView {
  readonly spaceId: string
  readonly name: string | undefined
  readonly platform: Platform | undefined
  readonly capabilities: Capabilities
  readonly isSelected: boolean
}

/**
 * The list of spaces, and how to select one.
 *
 * @since 1.0.7
 * @category models
 */
export interface SpacesHook {
  readonly spaces: ReadonlyArray<SpaceView>
  readonly query: UseInfiniteQueryResult<unknown, DriveError>
  /** Selects this space: calls and reads that name no space work in it from then on. */
  readonly select: (spaceId: string) => Promise<Space>
}

/**
 * The signed-in user's spaces, with the platform of each, also before it is selected.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSpaces = (): SpacesHook => {
  const drive = useDrive()
  const { selected, status } = useSessionState()
  const query = useInfiniteQuery({
    ...driveQueries(drive).spaces(),
    enabled: status !== "signedOut" && status !== "signingIn",
    select: rowsOf
  })
  const rows = query.data ?? []
  const asked = useQueries({
    queries: rows.map(({ platform, spaceId }) => ({
      ...driveQueries(drive, { spaceId }).space(),
      enabled: !platform
    }))
  })
  const spaces = rows.map((row, index): SpaceView => {
    const platform = row.platform ?? asked[index]?.data?.platform
    return {
      spaceId: row.spaceId,
      name: row.name ?? undefined,
      platform,
      capabilities: capabilitiesOf(platform),
      isSelected: row.spaceId === selected
    }
  })
  return { spaces, query, select: drive.spaces.select }
}

/**
 * The selected space and what can be done in it.
 *
 * @since 1.0.7
 * @category models
 */
export interface SpaceHook {
  readonly spaceId: string | undefined
  readonly space: Plain<Space> | undefined
  readonly capabilities: Capabilities
  readonly query: UseQueryResult<Plain<Space>, DriveError>
  /** Makes another space the selected one. */
  readonly select: (spaceId: string) => Promise<Space>
}

/**
 * The selected space, and what it can do.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSpace = (): SpaceHook => {
  const drive = useDrive()
  const { selected } = useSessionState()
  const query = useQuery(useDriveQueries().space())
  const space = query.data
  return {
    spaceId: selected,
    space,
    capabilities: capabilitiesOf(space?.platform),
    query,
    select: drive.spaces.select
  }
}
