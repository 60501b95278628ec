/** Chromium without what WebKit lacks: dialogues and drops that give file handles, and writing to a file from the page itself. */
import { launchOwnChromium } from "./chromium.js"
import type { TestedBrowser } from "./pageFlows.js"
import { savedByDownload } from "./pageFlows.js"

export const withoutFileHandles: TestedBrowser = {
  launch: launchOwnChromium,
  saved: savedByDownload,
  before: `
    delete window.showOpenFilePicker
    delete window.showSaveFilePicker
    delete window.showDirectoryPicker
    delete DataTransferItem.prototype.getAsFileSystemHandle
    delete FileSystemFileHandle.prototype.createWritable
  `
}
