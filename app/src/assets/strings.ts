import { counted } from "../language/english.js"

export const strings = {
  place: "Assets",
  pinned: "Pinned",
  allFolders: "All folders",
  folders: (count: number) => counted(count, "folder", "folders"),
  columns: { access: "Your access", shared: "Shared" },
  access: { full: "Full access", edit: "Can edit", add: "Can add", view: "Can view", none: "No access" },
  filters: { byMe: "Shared by me", canEdit: "Can edit" },
  onlyYou: "Only you",
  link: "Link",
  linkEnds: (date: string) => `Link, ends ${date}`,
  pin: "Pin",
  unpin: "Unpin",
  newAsset: "New asset",
  newFolder: "New folder",
  permission: "Permission",
  empty: "No assets yet",
  emptyText: "An asset keeps a file, its permission and its link together."
}
