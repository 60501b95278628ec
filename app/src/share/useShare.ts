import { useQuery } from "@tanstack/react-query"
import type { DriveError, ShareLink, ShareSettings } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import {
  driveQueries,
  useCancelShare,
  useCreateAsset,
  useDrive,
  useOpenShare,
  useUpdateShare
} from "effect-drive/react"
import { useState } from "react"
import { onNextUser } from "../shell/onNextUser.js"
import { useLateRefusal } from "../shell/useLateRefusal.js"
import type { ShareTarget } from "./target.js"
import { useShareLanguage } from "./useShareLanguage.js"

/** What only this page knows about links, until it is closed: the service returns neither a code nor the asset of every file. */
const codes = new Map<string, string>()
const assets = new Map<string, string>()

onNextUser(() => {
  codes.clear()
  assets.clear()
})

const rememberedCode = (assetId: string): string | undefined => codes.get(assetId)

const rememberCode = (assetId: string, code: string | undefined): void => {
  if (code === undefined) codes.delete(assetId)
  else codes.set(assetId, code)
}

const rememberedAsset = (fileId: string): string | undefined => assets.get(fileId)

const rememberAsset = (fileId: string, assetId: string): void => void assets.set(fileId, assetId)

/** Settings whose code can be shown afterwards. */
export interface Wanted extends Omit<ShareSettings, "code"> {
  readonly code?: string | null | undefined
}

export interface ShareFace {
  /** The link, as far as this page has opened it; the service tells of none that was opened elsewhere. */
  readonly share: ShareLink | undefined
  readonly code: string | undefined
  readonly isBusy: boolean
  readonly isSaved: boolean
  readonly error: DriveError | undefined
  readonly open: (wanted: Wanted) => void
  readonly update: (wanted: Wanted) => void
  readonly cancel: (done: () => void) => void
}

/** Where no link is left, taking it back has nothing to do. */
const isGone = (error: DriveError): boolean =>
  error._tag === "FileNotFound" || (error._tag === "ApiError" && error.status === 404)

/** The link of a file or asset, and what can be done with it. `show` shows it again, where a change was made after its dialog was gone. */
export const useShare = (target: ShareTarget, spaceId: string, show: () => void): ShareFace => {
  const drive = useDrive()
  const { t } = useShareLanguage()
  const late = useLateRefusal()
  const [made, setMade] = useState<string>()
  const assetId = target.assetId || made || (target.fileId === undefined ? undefined : rememberedAsset(target.fileId))
  const known = useQuery({ ...driveQueries(drive, { spaceId }).share(assetId ?? ""), enabled: assetId !== undefined })
  const options = { spaceId }
  const create = useCreateAsset(options)
  const opening = useOpenShare(options)
  const updating = useUpdateShare(options)
  const cancelling = useCancelShare(options)
  const [code, setCode] = useState(() => assetId === undefined ? undefined : rememberedCode(assetId))
  const [isGoneNow, setGoneNow] = useState(false)
  const all = [create, opening, updating, cancelling]

  const begin = async (change: () => Promise<void>, done = () => {}): Promise<void> => {
    setGoneNow(false)
    late.withdraw()
    for (const one of all) if (!one.isPending) one.reset()
    try {
      await change()
    } catch (cause) {
      // the dialog reads its sentence off the mutation itself
      return void late.sentenceOf(cause, t.share.notChanged(target.name), () => void begin(change, show))
    }
    done()
  }
  const keepCode = (id: string, wanted: Wanted["code"]) => {
    if (wanted === undefined) return
    rememberCode(id, wanted ?? undefined)
    setCode(wanted ?? undefined)
  }
  const assetOf = async (): Promise<string> => {
    if (assetId !== undefined) return assetId
    const { asset } = await create.mutateAsync({ fileId: target.fileId })
    if (target.fileId !== undefined) rememberAsset(target.fileId, asset.assetId)
    setMade(asset.assetId)
    return asset.assetId
  }

  return {
    share: known.data ?? undefined,
    code,
    isBusy: all.some(({ isPending }) => isPending),
    isSaved: [opening, updating].some(({ isSuccess }) => isSuccess),
    error: isGoneNow ? undefined : all.find(({ error }) => error !== null)?.error ?? undefined,
    open: (wanted) =>
      void begin(async () => {
        const id = await assetOf()
        await opening.mutateAsync({ assetId: id, settings: wanted })
        keepCode(id, wanted.code)
      }),
    update: (wanted) => {
      if (assetId === undefined) return
      void begin(async () => {
        await updating.mutateAsync({ assetId, settings: wanted })
        keepCode(assetId, wanted.code)
      })
    },
    cancel: (done) =>
      void begin(async () => {
        if (assetId === undefined) return done()
        await cancelling.mutateAsync({ assetId }).catch((cause: unknown) => {
          if (!isDriveError(cause) || !isGone(cause)) throw cause
          setGoneNow(true)
        })
        keepCode(assetId, null)
        done()
      })
  }
}
