import { counted, format } from "../language/format.en.js"

export const strings = {
  back: "Back to the list",
  at: (index: number, count: number, isAll: boolean) =>
    `${format.count(index)} of ${format.count(count)}${isAll ? "" : "+"}`,
  tools: "Tools",
  pictures: "Pictures in this folder",
  previous: "Previous",
  next: "Next",
  smaller: "Smaller",
  larger: "Larger",
  fit: "Fit",
  details: "Details",
  picture: (name: string) => `${name}, picture`,
  facts: { pixels: "Pixels", length: "Length", lines: "Lines", pages: "Pages", title: "Title" },
  find: { previous: "Previous match", next: "Next match", nothing: "Not found", looking: "Looking…" },
  text: {
    about: (kind: string, encoding: string, lines: number) =>
      [kind, encoding, counted(lines, "line", "lines")].filter((part) => part !== "").join(" · "),
    aboutCut: (kind: string, encoding: string) => [kind, encoding].filter((part) => part !== "").join(" · "),
    find: "Find in the text",
    wrap: "Wrap lines",
    source: "Show the source",
    copyAll: "Copy all",
    copyShown: "Copy what is shown",
    notInShown: "Not in what is shown",
    cut: (shown: number, size: number) => `The first ${format.bytes(shown)} of ${format.bytes(size)} are shown.`,
    showAll: "Show all"
  },
  pdf: {
    find: "Find in the document",
    page: "Page",
    of: (pages: number) => `of ${format.count(pages)}`,
    pages: "Pages",
    print: "Print",
    printing: (page: number, pages: number) =>
      `Preparing page ${format.count(page)} of ${format.count(pages)} for printing…`,
    missing: (pages: number, keys: string) =>
      `Pages are missing here. ${keys} in the drive prints all ${format.count(pages)}.`
  },
  video: {
    play: "Play",
    pause: "Pause",
    back: "Back 10 s",
    position: "Position",
    sound: "Sound",
    loudness: "Volume",
    speed: "Speed",
    fullScreen: "Full screen",
    enough: (loaded: string, speed: string) =>
      `Loaded to ${loaded}. This space allows ${speed}, enough for this video.`,
    slow: (loaded: string, speed: string) => `Loaded to ${loaded}. This space allows ${speed}, too slow for this video.`
  },
  captions: { label: "Captions", on: "on", off: "off", broken: "The captions could not be read." },
  none: "This kind of file can’t be shown here",
  noneText: "Download it to view it.",
  unreadable: "This file can’t be shown here",
  unreadableText:
    "It may be damaged or locked, or use something this browser does not support. Download it to view it.",
  empty: "This file is empty",
  emptyText: "There is nothing in it to show.",
  downloadSize: (size: string) => `Download (${size})`,
  failed: "It could not be shown"
}
