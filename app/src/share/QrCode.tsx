import { ArrowDownToLine } from "lucide-react"
import type { ReactElement } from "react"
import { useMemo } from "react"
import { Button } from "../parts/Button.js"
import styles from "./QrCode.module.css"
import { cornerPath, dotPath, qrPicture, quietZone } from "./qrPicture.js"
import type { QrPicture } from "./qrPicture.js"
import { useShareLanguage } from "./useShareLanguage.js"

/** Pixels of a module: sharp on paper too. */
const scale = 16

/** Gives the code as a PNG file to the browser's downloads. */
const saveQrPicture = (picture: QrPicture, name: string): void => {
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

export interface QrCodeProps {
  readonly link: string
  readonly name: string
}

/** The link for a camera. It is dark on white in both themes, as many cameras read no other. */
export const QrCode = ({ link, name }: QrCodeProps): ReactElement => {
  const { t } = useShareLanguage()
  const picture = useMemo(() => qrPicture(link), [link])
  const side = picture.size + 2 * quietZone
  return (
    <figure className={styles.qr}>
      <svg aria-label={t.share.qr} role="img" viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}>
        <path d={dotPath(picture)} />
        <path d={cornerPath(picture)} fillRule="evenodd" />
      </svg>
      <Button
        icon={ArrowDownToLine}
        onPress={() => saveQrPicture(picture, t.share.pictureName(name))}
        size="small"
        variant="ghost"
      >
        {t.share.savePicture}
      </Button>
    </figure>
  )
}
