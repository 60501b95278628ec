import { counted, format } from "../language/format.en.js"

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
  themes: { system: "As the system", light: "Light", dark: "Dark" },
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
    noneText: "Whoever runs this drive can give you one."
  },
  signIn: {
    title: "Sign in",
    ended: "Your sign-in has ended.",
    endedUploads: (uploads: number) =>
      uploads === 0
        ? "Your sign-in has ended. Sign in to go on where you were."
        : `Your sign-in has ended. ${counted(uploads, "upload is", "uploads are")} paused and ${
          uploads === 1 ? "goes" : "go"
        } on when you are back.`,
    token: "Access token",
    tokenHelp: "The service that runs this drive gives you one.",
    missing: "Without an access token nobody can sign in.",
    refused: "This access token is not known here. Ask for a new one.",
    show: "Show access token",
    hide: "Hide access token",
    action: "Sign in",
    out: "Sign out"
  },
  keyboard: {
    title: "Keyboard",
    or: "or",
    groups: {
      move: "Move about",
      select: "Select",
      windows: "Windows",
      selection: "With what is selected",
      here: "Here"
    },
    nextRegion: "Next region",
    thisList: "This list",
    up: "Up to the folder above",
    filter: "Filter this list"
  },
  offline: {
    title: "You are offline.",
    text: (time: string) => `What you see was loaded at ${time}. Uploads wait and go on by themselves.`,
    textUnknown: "Uploads wait and go on by themselves.",
    action: "Check again",
    back: "You are online again."
  },
  broken: {
    title: "Something here broke",
    text: "Your files are not touched. Load the page again to go on.",
    action: "Load again"
  },
  missing: {
    title: "There is nothing at this address",
    text: "The link may be cut off, or what it led to is gone.",
    action: "To the files"
  },
  errors: {
    signedOut: { text: "Your sign-in has ended. Uploads wait for you.", action: "Sign in" },
    noRight: {
      text: "You have no right to do this here. Whoever runs this drive can give it to you.",
      action: "Copy the details"
    },
    tooLarge: (limit: number | undefined) => ({
      text: limit === undefined
        ? "This file is too large for this space."
        : `This space takes files up to ${format.limit(limit)}.`,
      action: "Remove"
    }),
    full: { text: "This space is full. Free some room, then go on.", action: "Open the bin" },
    gone: { text: "It is no longer here. Someone moved or deleted it.", action: "Reload the list" },
    parentGone: { text: "This folder is no longer here. Someone moved or deleted it.", action: "To the files" },
    taken: { text: "That name is taken here.", action: "Choose another name" },
    badName: (sign: string) => ({ text: `A name can’t have a ${sign} in it.`, action: "Choose another name" }),
    invalid: { text: "The service does not take this.", action: "Change it" },
    changed: { text: "The file changed while it was uploading.", action: "Start again" },
    sourceGone: { text: "The file is no longer on this device. Choose it where it is now.", action: "Choose file" },
    server: { text: "The storage does not answer. Nothing is lost.", action: "Try again" },
    storageDenies: {
      text: "The storage lets nobody in. Whoever runs this drive can change that. Nothing is lost.",
      action: "Try again"
    },
    storageSetUp: {
      text: "The storage is not set up for this. Whoever runs this drive can mend it.",
      action: "Copy the details"
    },
    clock: { text: "The clock of this device is wrong. Set it, then go on.", action: "Try again" },
    thawing: { text: "It is on its way out of the archive. Come back later.", action: "Try again" },
    archived: {
      text: "It lies in an archive that can’t be read at once. Whoever runs this drive can bring it back.",
      action: "Copy the details"
    },
    service: { text: "The service has a fault. Nothing is lost.", action: "Try again" },
    oddAnswer: { text: "The service gave an answer that makes no sense here. Nothing is lost.", action: "Try again" },
    between: {
      text: "Another page answered in place of the drive. If this network asks you to sign in, do so, then go on.",
      action: "Try again"
    },
    refused: { text: "The service could not do this.", action: "Try again" },
    busy: { text: "The service asks for a pause. Nothing is lost.", action: "Try again" },
    network: { text: "The line broke. Nothing is lost.", action: "Try again" },
    unsupported: { text: "This space can’t do that.", action: "Copy the details" },
    platform: { text: "This kind of space can’t be opened here yet.", action: "Other spaces" },
    spaceGone: { text: "This space is gone, or it is not yours.", action: "Other spaces" },
    noSpace: { text: "There is no space here yet. Whoever runs this drive can give you one.", action: "Look again" },
    inUse: { text: "Another tab works on this upload.", action: "Try again" },
    damaged: { text: "What arrived is not what was sent. It was thrown away.", action: "Try again" },
    notSaved: { text: "The file could not be saved on this device.", action: "Try again" },
    diskFull: { text: "This device is full. Free some room, then go on.", action: "Try again" },
    saveDenied: { text: "This device does not let the file be saved there.", action: "Try again" },
    task: { text: "The drive could not finish this.", action: "Try again" },
    cancelled: { text: "This was cancelled.", action: "Start again" },
    disposed: { text: "This page has ended its work.", action: "Load again" },
    unknown: { text: "That did not work.", action: "Try again" },
    copyDetails: "Copy the details"
  }
}
