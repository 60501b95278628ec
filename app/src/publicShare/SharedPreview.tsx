import type { ReactElement } from "react"
import { Suspense, useEffect, useState } from "react"
import { Boundary } from "../parts/Boundary.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Spinner } from "../parts/Spinner.js"
import { readBeginning } from "./readBeginning.js"
import styles from "./SharedPage.module.css"
import type { SharedPdfProps } from "./SharedPdf.js"
import type { SharedFile } from "./visit.js"
import { useWords } from "./Words.js"

const SharedPdf = loadedLater(async () => (await import("./SharedPdf.js")).SharedPdf)

export interface SharedPreviewProps {
  readonly file: SharedFile
  /** A new address to get the file from; none where the link gives it no more. */
  readonly onRenew: () => Promise<string | undefined>
  /** Gives what prints all of it, where the browser by itself would not. */
  readonly onPrintable: SharedPdfProps["onPrintable"]
}

/** A larger picture is shown as the service's small one or not at all. */
const largestPicture = 16 * 1024 * 1024

const Nothing = ({ file, text }: { readonly file: SharedFile; readonly text: string }): ReactElement => (
  <div className={styles.none}>
    <KindTile big kind={fileKind(file.name, false)} />
    <p>{text}</p>
  </div>
)

const Picture = ({ file, src }: { readonly file: SharedFile; readonly src: string }): ReactElement => {
  const { t } = useWords()
  const [status, setStatus] = useState<"loading" | "loaded" | "failed">("loading")
  if (status === "failed") return <Nothing file={file} text={t.notLoaded} />
  return (
    <>
      <img
        alt={t.preview(file.name)}
        className={styles.picture}
        onError={() => setStatus("failed")}
        onLoad={() => setStatus("loaded")}
        src={src}
      />
      {status === "loading" ? <Spinner label={t.loading} size={24} /> : null}
    </>
  )
}

interface MediaProps {
  readonly as: "audio" | "video"
  readonly className: string | undefined
  readonly file: SharedFile
  readonly src: string
}

/** A film or sound in the browser's own player. One that fails before anything of it is known is no preview. */
const Media = ({ as: Player, className, file, src }: MediaProps): ReactElement => {
  const { t } = useWords()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Nothing file={file} text={t.notLoaded} />
  return (
    <Player
      aria-label={t.preview(file.name)}
      className={className}
      controls
      onError={({ currentTarget }) => setFailed(currentTarget.readyState === 0)}
      preload="metadata"
      src={src}
    />
  )
}

const Text = ({ file, src }: { readonly file: SharedFile; readonly src: string }): ReactElement => {
  const { t } = useWords()
  const [found, setFound] = useState<Awaited<ReturnType<typeof readBeginning>> | "failed">()
  useEffect(() => {
    const abort = new AbortController()
    readBeginning(src, abort.signal).then(setFound, () => {
      if (!abort.signal.aborted) setFound("failed")
    })
    return () => abort.abort()
  }, [src])
  if (found === undefined) return <Spinner label={t.loading} size={24} />
  if (found === "failed") return <Nothing file={file} text={t.notLoaded} />
  return (
    <section aria-label={t.preview(file.name)} className={styles.text} tabIndex={0}>
      <pre dir="auto">{found.text}</pre>
      {found.isWhole ? null : <p className={styles.more}>{t.beginning(found.size)}</p>}
    </section>
  )
}

const Pdf = ({ src, ...props }: SharedPreviewProps & { readonly src: string }): ReactElement => {
  const { t } = useWords()
  const [hasFailed, setFailed] = useState(false)
  const nothing = <Nothing file={props.file} text={t.notLoaded} />
  if (hasFailed) return nothing
  return (
    <Boundary fallback={() => nothing}>
      <Suspense fallback={<Spinner label={t.loading} size={24} />}>
        <SharedPdf {...props} onFail={() => setFailed(true)} src={src} />
      </Suspense>
    </Boundary>
  )
}

const Shown = (props: SharedPreviewProps): ReactElement => {
  const { file } = props
  const { t } = useWords()
  const { downloadUrl, previewUrl } = file
  const { group } = fileKind(file.name, false)
  if (previewUrl !== undefined) return <Picture file={file} src={previewUrl} />
  if (downloadUrl === undefined) return <Nothing file={file} text={t.noPreview} />
  if (file.contentType.startsWith("image/") && file.size <= largestPicture) {
    return <Picture file={file} src={downloadUrl} />
  }
  if (file.contentType.startsWith("video/")) {
    return <Media as="video" className={styles.film} file={file} src={downloadUrl} />
  }
  if (file.contentType.startsWith("audio/")) {
    return <Media as="audio" className={styles.sound} file={file} src={downloadUrl} />
  }
  if (file.size > 0 && (file.contentType === "application/pdf" || group === "pdf")) {
    return <Pdf {...props} src={downloadUrl} />
  }
  if (file.contentType.startsWith("text/") || group === "text" || group === "code") {
    return <Text file={file} src={downloadUrl} />
  }
  return <Nothing file={file} text={t.noPreview} />
}

/** What can be shown of the file by what the service gives to a visitor. */
export const SharedPreview = (props: SharedPreviewProps): ReactElement => (
  <div className={styles.stage}>
    <Shown {...props} />
  </div>
)
