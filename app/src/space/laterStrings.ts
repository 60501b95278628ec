import { format } from "../language/format.en.js"

export const strings = {
  title: "Spaces",
  list: "Spaces",
  open: "Open the files",
  platforms: {
    s3: "Amazon S3 or compatible",
    oss: "Alibaba Cloud OSS",
    pds: "Alibaba Cloud PDS",
    cos: "Tencent Cloud COS",
    obs: "Huawei Cloud OBS"
  },
  unknownPlatform: "Its storage is not known yet",
  limits: "Limits",
  limitsComing: "Asking for the limits…",
  oneFile: "One file up to",
  download: "Download speed",
  used: "In use",
  usedOf: (size: number) => `of ${format.limit(size)}`,
  perSecond: "/s",
  notLimited: "Not limited",
  throttled: (speed: number) =>
    `The space limits the speed: one file downloads at up to ${
      format.limit(speed)
    }/s, however fast your connection is.`,
  tooLarge: (size: number) => `A file larger than ${format.limit(size)} is refused before a byte of it is sent.`,
  can: "What this space can do",
  yes: "Yes",
  no: "No",
  abilities: {
    resumableUpload: "Resume an interrupted upload",
    rapidUpload: "Skip uploading what it already has",
    archive: "Download several files as one archive",
    starFiles: "Star single files",
    asyncBatches: "Move and copy many files in the background",
    bucket: "Rules for its bucket: versions, storage classes",
    search: "Search all folders"
  },
  migration: {
    title: "Migration",
    none: "Move this space to another storage",
    noneText: "The service moves what is in this space, by itself, and says here when it is done.",
    business: "What the move is for",
    businessHelp: "The service asks for one word, such as the name of the product. Ask its administrator which one.",
    businessMissing: "Without this word the service does not start.",
    start: "Start the migration",
    running: "The space is being moved",
    runningText: (business: string) =>
      `${business === "" ? "" : `For “${business}”. `}The service works on it by itself, and you can leave this page.`,
    step: "The service does not say how far it is, only when it is done.",
    done: "The space has been moved",
    doneText: "The service says that it is at its new place.",
    failed: "The space could not be moved",
    failedText: "The service has given up. You can start again.",
    unknown: (status: string) => `The service says: ${status}`,
    again: "Move it again"
  },
  support: "For support",
  facts: { id: "Space id", platform: "Platform", name: "Name" },
  copied: "Copied",
  unsupported: (platform: string) => `This app can’t open ${platform} spaces yet`,
  unsupportedText: "Its contents are safe. Choose another space to continue."
}
