import { format } from "../language/format.en.js"

export const strings = {
  product: "Drive",
  title: (place: string) => `${place} · Drive`,
  skip: "Skip to the list",
  places: "Places",
  navigation: "Drive",
  topbar: "Top bar",
  pinned: "Pinned",
  breadcrumb: "Breadcrumb",
  hiddenCrumbs: "Folders between",
  upTo: (folder: string) => `Up to ${folder}`,
  transfers: "Transfers",
  inspector: "Inspector",
  shortcuts: "Keyboard shortcuts",
  settings: "Settings",
  account: "Account",
  language: "Language",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  density: "Rows",
  densities: { comfortable: "Comfortable", compact: "Compact" },
  limitFile: (size: string) => `Files up to ${size} each`,
  limitSpeed: (speed: string) => `Downloads up to ${speed}`,
  spaces: {
    label: "Spaces",
    switch: "Switch space",
    platform: (platform: string) => platform,
    unsupported: (platform: string) => `${platform}: this app can’t open it yet`,
    unsupportedTitle: "This kind of space can’t be opened here yet",
    other: "Other spaces",
    none: "There is no space here yet",
    noneText: "Ask the drive’s administrator for one."
  },
  signOut: "Sign out",
  keyboard: {
    nextRegion: "Next region",
    previousRegion: "Previous region",
    thisList: "This list",
    up: "Up to the folder above",
    filter: "Filter this list"
  },
  offline: {
    title: "You are offline.",
    text: (time: string) => `This page was loaded at ${time}. Uploads wait and continue by themselves.`,
    textUnknown: "Uploads wait and continue by themselves.",
    action: "Check again",
    back: "You are online again."
  },
  trouble: {
    part: "Some items could not be loaded.",
    old: "This list could not be reloaded and may be out of date.",
    path: "The path of this folder could not be loaded."
  },
  broken: {
    title: "Something went wrong",
    text: "Your files are safe. Reload the page to continue.",
    action: "Reload"
  },
  missing: {
    title: "There is nothing at this address",
    text: "The link may be incomplete, or the item is gone.",
    action: "To the files"
  },
  errors: {
    signedOut: { text: "Your session has ended. Uploads wait for you.", action: "Sign in" },
    noRight: {
      text: "You don’t have permission to do this here. Ask the drive’s administrator.",
      action: "Copy the details"
    },
    tooLarge: (limit: number | undefined) => ({
      text: limit === undefined
        ? "This file is too large for this space."
        : `This space accepts files up to ${format.limit(limit)}.`,
      action: "Remove"
    }),
    full: { text: "This space is full. Free up space, then try again.", action: "Open the bin" },
    gone: { text: "It is no longer here. Someone moved or deleted it.", action: "Reload the list" },
    parentGone: { text: "This folder is no longer here. Someone moved or deleted it.", action: "To the files" },
    taken: { text: "That name is taken here.", action: "Choose another name" },
    badName: (sign: string) => ({ text: `A name can’t contain ${sign}.`, action: "Choose another name" }),
    invalid: { text: "The service did not accept this.", action: "Change it" },
    changed: { text: "The file changed while it was uploading.", action: "Start again" },
    sourceGone: { text: "The file is no longer there. Choose it again.", action: "Choose file" },
    server: { text: "The storage is not responding. Nothing is lost.", action: "Try again" },
    storageDenies: {
      text: "The storage denies access. The drive’s administrator can change that. Nothing is lost.",
      action: "Try again"
    },
    storageSetUp: {
      text: "The storage is not set up for this. The drive’s administrator can fix it.",
      action: "Copy the details"
    },
    clock: { text: "The clock of this device is wrong. Set it, then try again.", action: "Try again" },
    thawing: { text: "It is being restored from the archive. Come back later.", action: "Try again" },
    archived: {
      text: "It is archived and can’t be read at once. The drive’s administrator can restore it.",
      action: "Copy the details"
    },
    service: { text: "The service had a problem. Nothing is lost.", action: "Try again" },
    oddAnswer: { text: "The service’s answer could not be understood. Nothing is lost.", action: "Try again" },
    between: {
      text: "Another page answered in place of the drive. If this network asks you to sign in, do so, then try again.",
      action: "Try again"
    },
    refused: { text: "The service could not do this.", action: "Try again" },
    busy: { text: "The service is busy. Nothing is lost.", action: "Try again" },
    network: { text: "The connection was lost. Nothing else is.", action: "Try again" },
    unsupported: { text: "This space can’t do that.", action: "Copy the details" },
    platform: { text: "This kind of space can’t be opened here yet.", action: "Other spaces" },
    spaceGone: { text: "This space is gone, or it is not yours.", action: "Other spaces" },
    noSpace: { text: "There is no space here yet. Ask the drive’s administrator for one.", action: "Check again" },
    inUse: { text: "Another tab is working on this upload.", action: "Try again" },
    damaged: { text: "The data was damaged on the way and discarded.", action: "Try again" },
    notSaved: { text: "The file could not be saved on this device.", action: "Try again" },
    diskFull: { text: "This device is full. Free up space, then try again.", action: "Try again" },
    saveDenied: { text: "The file can’t be saved there.", action: "Try again" },
    task: { text: "The drive could not finish this.", action: "Try again" },
    cancelled: { text: "This was cancelled.", action: "Start again" },
    disposed: { text: "This page has stopped.", action: "Reload" },
    unknown: { text: "That did not work.", action: "Try again" },
    copyDetails: "Copy the details"
  }
}
