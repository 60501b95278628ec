import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { fileKind } from "../parts/fileKind.js"
import { Part } from "../parts/Part.js"
import { useFeatures } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import { DetailsFrame } from "./DetailsFrame.js"
import type { Facts } from "./FactList.js"
import { nameOfHash } from "./nameOfHash.js"
import { Tags } from "./Tags.js"
import { useFilesLanguage } from "./useFilesLanguage.js"

export interface DetailsPanelProps {
  readonly file: FileRow
  readonly where: string
  /** Facts that only who shows the file knows: its pixels, its length. */
  readonly more?: Facts<string> | undefined
  /** Stands in place of the file's name, where that is on the screen already. */
  readonly title?: string | undefined
  readonly onClose: () => void
}

/** What the drive knows of one file or folder, its tags among it. */
export const DetailsPanel = ({ file, more = [], onClose, title, where }: DetailsPanelProps): ReactElement => {
  const { format, t } = useFilesLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const { data = file } = useQuery(driveQueries(drive, { spaceId }).file(file.fileId))
  const kind = fileKind(file.name, file.type === "folder")
  const kindWord = t.parts.fileKind(kind)
  const size = file.type === "folder" ? undefined : format.bytes(data.size)
  const sections = useFeatures().flatMap((feature) => feature.details ?? [])
  const words = t.files.facts
  const hash = data.contentHash === undefined || data.contentHash === "" ? undefined : data.contentHash
  return (
    <DetailsFrame
      about={title === undefined ? [size, kindWord].filter((word) => word !== undefined).join(" · ") : undefined}
      facts={[
        ...title === undefined ? [] : [[words.kind, kindWord], [words.size, size]] as const,
        ...more,
        [words.added, data.createdAt === undefined ? undefined : format.date(data.createdAt)],
        [words.modified, data.updatedAt === undefined ? undefined : format.date(data.updatedAt)],
        [words.where, where]
      ]}
      kind={title === undefined ? kind : undefined}
      onClose={onClose}
      support={[
        [words.id, data.fileId],
        [nameOfHash(data.contentHashName) ?? words.hash, hash],
        ["CRC-64", data.crc64]
      ]}
      title={title ?? data.name}
    >
      {sections.map((Section, index) => (
        <Part key={index}>
          <Section file={data} />
        </Part>
      ))}
      <Tags fileId={file.fileId} key={file.fileId} name={data.name} tags={data.userTags} />
    </DetailsFrame>
  )
}
