import { queryOptions, useQuery } from "@tanstack/react-query"
import type { DriveClient, Space } from "effect-drive/promise"
import type { SpaceView } from "effect-drive/react"
import { useDrive } from "effect-drive/react"
import { createContext, useContext } from "react"

/** The names of the platforms as people know them. */
const platformNames: Readonly<Record<string, string>> = { oss: "OSS", s3: "S3", pds: "PDS", cos: "COS" }

export const platformName = (platform: string | undefined): string =>
  platform === undefined ? "" : platformNames[platform] ?? platform

/** What a platform is not known yet may still turn out to be; opening it tells. */
export const isSupported = ({ platform }: Pick<SpaceView, "platform">): boolean =>
  platform === undefined || platform === "oss" || platform === "s3" || platform === "pds"

export const spaceName = ({ name, spaceId }: Pick<SpaceView, "name" | "spaceId">): string => name || spaceId

export const selectedSpaceQuery = (drive: DriveClient, spaceId: string | undefined) =>
  queryOptions({
    queryKey: ["web-drive", "open", spaceId],
    enabled: spaceId !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) => drive.spaces.select(spaceId ?? "", { signal })
  })

/** Selects a space, which gets its credentials, limits and name. */
export const useSelectedSpace = (spaceId: string | undefined) => useQuery(selectedSpaceQuery(useDrive(), spaceId))

const SpaceContext = createContext<Space | undefined>(undefined)

export const SpaceProvider = SpaceContext.Provider

/** The space that is open. Below the shell's page there is always one. */
export const useSpace = (): Space => {
  const space = useContext(SpaceContext)
  if (space === undefined) throw new Error("useSpace is used outside of a page")
  return space
}
