import { ArrowDownToLine } from "lucide-react"
import type { ReactElement } from "react"
import { useMemo } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import styles from "./QrCode.module.css"
import { cornerPath, dotPath, qrPicture, quietZone } from "./qrPicture.js"
import { saveQrPicture } from "./saveQrPicture.js"

export interface QrCodeProps {
  readonly link: string
  readonly name: string
}

/** The link for a camera. It is dark on white in both themes, as many cameras read no other. */
export const QrCode = ({ link, name }: QrCodeProps): ReactElement => {
  const { t } = useLanguage()
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
