import type { Query } from "@tanstack/react-query"
import { useQueryClient } from "@tanstack/react-query"
import type { UploadsView } from "effect-drive/react"
import { useSpaces, useUploads } from "effect-drive/react"
import type { ReactElement } from "react"
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react"
import { useLocation } from "wouter"
import { useLanguage } from "../language/Language.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { ErrorBoundary } from "../parts/ErrorBoundary.js"
import { loadedLater } from "../parts/loadedLater.js"
import { PageWaits } from "../parts/pageWaits.js"
import { Part } from "../parts/Part.js"
import { useBoundShortcuts, useShortcut } from "../parts/Shortcuts.js"
import { Spinner } from "../parts/Spinner.js"
import { useToasts } from "../parts/Toasts.js"
import { useFeatures } from "./Feature.js"
import { lastUndo } from "./lastUndo.js"
import { Later } from "./Later.js"
import { ProblemState } from "./ProblemState.js"
import type { Place } from "./routes.js"
import { useSession } from "./Session.js"
import styles from "./Shell.module.css"
import { ShellControlsProvider } from "./ShellControls.js"
import { Sidebar } from "./Sidebar.js"
import { isSupported, SpaceProvider, useSelectedSpace } from "./Spaces.js"
import { Topbar } from "./Topbar.js"
import { Unreachable } from "./Unreachable.js"
import { useAfter } from "./useAfter.js"
import { useRegionKeys } from "./useRegionKeys.js"
import { useRoute } from "./useRoute.js"

const SignIn = loadedLater(async () => (await import("./SignIn.js")).SignIn)
const Nowhere = loadedLater(async () => (await import("./Nowhere.js")).Nowhere)
const NoSpaces = loadedLater(async () => (await import("./Nowhere.js")).NoSpaces)
const Unsupported = loadedLater(async () => (await import("./Nowhere.js")).Unsupported)
const OpeningSpace = loadedLater(async () => (await import("./OpeningSpace.js")).OpeningSpace)
const KeyboardDialog = loadedLater(async () => (await import("./KeyboardDialog.js")).KeyboardDialog)

/** Most answers come before anything need be said of waiting for them. */
const patience = 1_500

const Page = ({ place }: { readonly place: Place }): ReactElement => {
  const { t } = useLanguage()
  const features = useFeatures()
  const space = useSelectedSpace(place.space)
  const entry = features.flatMap((feature) => feature.rooms ?? []).find(({ room }) => room === place.room)
  // drawn in slices: between them goes the question for the first rows
  const isReady = useDeferredValue(space.data !== undefined)
  const isSlow = useAfter(patience, space.data === undefined)

  if (space.error !== null) return <ProblemState error={space.error} heading="h1" retry={() => void space.refetch()} />
  if (space.data === undefined || !isReady) {
    const spinner = <Spinner label={t.parts.loading} size={24} />
    return (
      <div className={styles.centre}>
        {isSlow
          ? (
            <Part waiting={spinner}>
              <OpeningSpace spaceId={place.space} />
            </Part>
          )
          : spinner}
      </div>
    )
  }
  if (!isSupported(space.data) && place.room !== "space") return <Unsupported space={space.data} />
  if (entry === undefined || entry.isOffered?.(space.data) === false) return <Nowhere />
  return (
    <SpaceProvider value={space.data}>
      <Suspense
        fallback={
          <div className={styles.centre}>
            <Spinner label={t.parts.loading} size={24} />
          </div>
        }
      >
        <entry.page key={place.room} place={place} />
      </Suspense>
    </SpaceProvider>
  )
}

/** At `/` the first space that can be opened is. */
const Start = (): ReactElement => {
  const { t } = useLanguage()
  const { go } = useRoute()
  const { query, spaces } = useSpaces()
  const first = spaces.find(isSupported)?.spaceId
  useEffect(() => {
    if (first !== undefined) go({ space: first, room: "files", folder: undefined }, { replace: true })
  }, [first, go])
  if (query.error !== null) return <ProblemState error={query.error} heading="h1" retry={() => void query.refetch()} />
  return query.isSuccess && first === undefined
    ? <NoSpaces onRetry={() => void query.refetch()} />
    : (
      <div className={styles.centre}>
        <Spinner label={t.parts.loading} size={24} />
      </div>
    )
}

const SignedIn = (): ReactElement => {
  const { t } = useLanguage()
  const features = useFeatures()
  const openDialog = useOpenDialog()
  const shortcuts = useBoundShortcuts()
  const { address } = useRoute()
  const [isSideOpen, setSideOpen] = useState(false)
  const closeSide = useCallback(() => setSideOpen(false), [])
  const controls = useMemo(() => ({ isPlacesOpen: isSideOpen, openPlaces: () => setSideOpen(true) }), [isSideOpen])
  const place = address === "Unknown" ? undefined : address.place
  const space = useSelectedSpace(place?.space).data
  const showKeys = () => openDialog((close) => <KeyboardDialog onClose={close} shortcuts={shortcuts} />)
  useRegionKeys()
  useShortcut("shortcuts", showKeys)
  useShortcut("undo", () => void lastUndo.run())
  return (
    <ShellControlsProvider value={controls}>
      <div className={styles.app}>
        <a className={styles.skip} href="#list">{t.shell.skip}</a>
        <Topbar isSideOpen={isSideOpen} onOpenSide={() => setSideOpen(true)} onShowKeys={showKeys} />
        <Sidebar isOpen={isSideOpen} onClose={closeSide} place={place} space={space} />
        <main className={styles.sheet} id="list" tabIndex={-1}>
          <ErrorBoundary key={place === undefined ? "" : `${place.space}/${place.room}`}>
            <Suspense fallback={null}>
              {address === "Unknown" ? <Nowhere /> : place === undefined ? <Start /> : <Page place={place} />}
            </Suspense>
          </ErrorBoundary>
        </main>
        {space === undefined ? null : (
          <SpaceProvider value={space}>
            {features.flatMap((feature) => feature.layers ?? []).map((Layer, index) => (
              <Part key={index}>
                <Layer />
              </Part>
            ))}
            {features.flatMap((feature) => feature.laterLayers ?? []).map((Layer, index) => (
              <Part key={`later ${index}`}>
                <Later>
                  <Layer />
                </Later>
              </Part>
            ))}
          </SpaceProvider>
        )}
      </div>
    </ShellControlsProvider>
  )
}

const waitingForSignIn = ({ counts }: UploadsView): number =>
  counts.waitingForSignIn + counts.uploading + counts.hashing + counts.queued + counts.finishing

/** Alone in counting the uploads: each file that comes or goes would draw the whole page anew. */
const SignInAgain = (): ReactElement => <SignIn waiting={useUploads(waitingForSignIn)} />

/** Where another user signs in after the session has ended, no message of the user before is left. */
const useClearForNextUser = (user: string | undefined): void => {
  const toasts = useToasts()
  const before = useRef(user)
  useEffect(() => {
    if (user === undefined) return
    if (before.current !== undefined && before.current !== user) toasts.clear()
    before.current = user
  }, [toasts, user])
}

/** The library asks its own questions again after the next sign-in; those of this page are asked again here. */
const useAskAgain = (isEnded: boolean): void => {
  const queries = useQueryClient()
  const before = useRef(isEnded)
  useEffect(() => {
    if (before.current && !isEnded) {
      const isRefused = ({ state }: Query) => state.status === "error"
      void queries.refetchQueries({ queryKey: ["web-drive"], predicate: isRefused, type: "active" })
    }
    before.current = isEnded
  }, [isEnded, queries])
}

/** When a sign-in runs out, the page stays where it is behind the question for the next one. */
export const Shell = (): ReactElement | null => {
  const { status, user } = useSession()
  const toasts = useToasts()
  const openDialog = useOpenDialog()
  const [path] = useLocation()
  // nobody answers for what is not on the screen any more, and the question for a sign-in stands behind any other
  useEffect(() => openDialog(undefined), [openDialog, path, status])
  const isEnded = status === "ended"
  // what was refused because the session has ended is seen after the next sign-in
  useEffect(() => toasts.hold(isEnded), [isEnded, toasts])
  useClearForNextUser(user)
  useAskAgain(isEnded)
  const isSlow = useAfter(patience, status === "starting")
  if (status === "starting") return isSlow ? <Unreachable /> : null
  if (status === "unreachable") return <Unreachable />
  if (status === "signedOut") {
    return (
      <Suspense fallback={null}>
        <SignIn />
      </Suspense>
    )
  }
  return (
    <>
      <div data-waits={isEnded || undefined} hidden={isEnded} inert={isEnded}>
        <PageWaits value={isEnded}>
          <SignedIn key={user} />
        </PageWaits>
      </div>
      {isEnded
        ? (
          <ErrorBoundary>
            <Suspense fallback={null}>
              <SignInAgain />
            </Suspense>
          </ErrorBoundary>
        )
        : null}
    </>
  )
}
