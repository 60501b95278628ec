import { counted } from "../language/format.en.js"

/** What the entry needs; the rest comes with this feature: `laterStrings.ts`. */
export const strings = {
  place: "Assets",
  pinned: "Pinned",
  inside: (count: number) => counted(count, "asset", "assets"),
  pin: "Pin",
  pinOf: (name: string) => `Unpin ${name}`,
  permissionMore: "Permission…",
  addFile: "Add to assets…",
  fileAsset: "Asset…"
}
