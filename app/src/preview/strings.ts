import { counted, format } from "../language/english.js"

export const strings = {
  back: "Back to the list",
  at: (index: number, count: number, isAll: boolean) =>
    `${format.count(index)} of ${format.count(count)}${isAll ? "" : "+"}`,
  previous: "Previous",
  next: "Next",
  smaller: "Smaller",
  larger: "Larger",
  fit: "Fit",
  wall: "Change the wall",
  details: "Details",
  picture: (name: string) => `${name}, picture`,
  text: {
    about: (format_: string, lines: number) => `${format_} · UTF-8 · ${counted(lines, "line", "lines")}`,
    find: "Find in the text",
    wrap: "Wrap lines",
    copyAll: "Copy all",
    cut: (size: number) => `The first ${format.bytes(size)} are shown`,
    showAll: "Show all"
  },
  pdf: {
    page: "Page",
    of: (pages: number) => `of ${format.count(pages)}`,
    find: "Find in the document",
    pages: "Pages"
  },
  video: {
    play: "Play",
    pause: "Pause",
    back: "Back 10 s",
    position: "Position",
    sound: "Sound",
    captions: "Captions",
    speed: "Speed",
    fullScreen: "Full screen",
    enough: (loaded: string, speed: string) => `Loaded to ${loaded}. This space gives ${speed}, enough for this film.`,
    slow: (loaded: string, speed: string) => `Loaded to ${loaded}. This space gives ${speed}, too slow for this film.`
  },
  none: "This kind of file can’t be shown here",
  noneText: "Download it to look at it.",
  failed: "It could not be shown"
}
