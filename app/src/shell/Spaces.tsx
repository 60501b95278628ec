import { useQuery } from "@tanstack/react-query"
import type { Space, SpaceSummary } from "effect-drive/promise"
import { useDrive } from "effect-drive/react"
import { createContext, useContext } from "react"

/** The names of the platforms as people know them. */
export const platformNames = { oss: "OSS", s3: "S3", pds: "PDS", cos: "COS" }

export const platformName = (platform: string | null | undefined): string =>
  platform === "oss" || platform === "s3" || platform === "pds" || platform === "cos" ? platformNames[platform] : "?"

export const isSupported = ({ platform }: SpaceSummary): boolean =>
  platform === undefined || platform === null || platform === "oss" || platform === "s3" || platform === "pds"

export const spaceName = (space: { readonly spaceId: string; readonly name?: string | null | undefined }): string =>
  space.name === undefined || space.name === null || space.name === "" ? space.spaceId : space.name

export const useSpaceList = () => {
  const drive = useDrive()
  return useQuery({
    queryKey: ["drive", "spaces"],
    queryFn: ({ signal }) => drive.spaces.list({ page: 1, pageSize: 100 }, { signal })
  })
}

/** Selects a space, which gets its credentials, limits and name. */
export const useSelectedSpace = (spaceId: string | undefined) => {
  const drive = useDrive()
  return useQuery({
    queryKey: ["drive", "space", spaceId],
    enabled: spaceId !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) => drive.spaces.select(spaceId ?? "", { signal })
  })
}

const SpaceContext = createContext<Space | undefined>(undefined)

export const SpaceProvider = SpaceContext.Provider

/** The space that is open. Below the shell's page there is always one. */
export const useSpace = (): Space => {
  const space = useContext(SpaceContext)
  if (space === undefined) throw new Error("useSpace is used outside of a page")
  return space
}
