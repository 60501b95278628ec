import { counted } from "../language/english.js"

export const strings = {
  action: "Share",
  actionMore: "Share…",
  copyLink: "Copy link",
  title: (name: string) => `Share “${name}”`,
  about: (kind: string, items: number) => `${kind} · ${counted(items, "item", "items")}`,
  link: "Link",
  linkHelp: "Anyone who has it can look and download",
  open: "Make a link",
  off: "Off",
  active: "Active",
  code: "Code",
  codeHelp: "Asked for before anything is shown",
  newCode: "New code",
  copyCode: "Copy code",
  ends: "Ends",
  endings: { day: "1 day", week: "7 days", month: "30 days", never: "Never", date: "Date…" },
  qr: "QR code of the link",
  savePicture: "Save picture",
  saved: "Saved",
  cancel: "Take the link back",
  cancelTitle: "Take the link back?",
  cancelText: "Whoever has it sees nothing any more. A new link is another one.",
  copied: "The link is copied",
  withoutCode: "Share without a code?",
  withoutCodeText: "Whoever gets the link can look and download."
}
