import type { QrPicture } from "./qrPicture.js"
import { cornerPath, dotPath, quietZone } from "./qrPicture.js"

/** Pixels of a module: sharp on paper too. */
const scale = 16

/** Gives the code as a PNG file to the browser's downloads. */
export const saveQrPicture = (picture: QrPicture, name: string): void => {
  const side = (picture.size + 2 * quietZone) * scale
  const canvas = document.createElement("canvas")
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext("2d")
  if (pen === null) return
  pen.fillStyle = "#fff"
  pen.fillRect(0, 0, side, side)
  pen.fillStyle = "#15181e"
  pen.scale(scale, scale)
  pen.translate(quietZone, quietZone)
  pen.fill(new Path2D(dotPath(picture)))
  pen.fill(new Path2D(cornerPath(picture)), "evenodd")
  canvas.toBlob((blob) => {
    if (blob === null) return
    const address = URL.createObjectURL(blob)
    const anchor = document.createElement("a")
    anchor.href = address
    anchor.download = name
    anchor.click()
    // some browsers read it only after the click
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }, "image/png")
}
