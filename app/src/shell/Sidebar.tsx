import { useInfiniteQuery } from "@tanstack/react-query"
import type { Space } from "effect-drive/promise"
import { driveQueries, rowsOf, useDrive, useSpaces } from "effect-drive/react"
import { ChevronsUpDown } from "lucide-react"
import type { ReactElement, RefObject, TouchEvent } from "react"
import { useEffect, useRef, useState } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { Link } from "wouter"
import { useLanguage } from "../language/Language.js"
import { classes } from "../parts/classes.js"
import { Icon } from "../parts/Icon.js"
import { Menu } from "../parts/Menu.js"
import { Part } from "../parts/Part.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { SpaceBadge } from "../parts/SpaceBadge.js"
import { useMedia } from "../parts/useMedia.js"
import type { RoomEntry } from "./Feature.js"
import { useFeatures } from "./Feature.js"
import { Later } from "./Later.js"
import type { Place } from "./routes.js"
import { hrefOf } from "./routes.js"
import { usePlaceGoal } from "./rowGoals.js"
import styles from "./Shell.module.css"
import { isSupported, platformName, spaceName, SpaceProvider } from "./Spaces.js"
import { useRoute } from "./useRoute.js"

export interface SidebarProps {
  readonly space: Space | undefined
  readonly place: Place | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface SpaceMenuProps {
  readonly place: Place | undefined
  readonly onChosen: () => void
  readonly anchor: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Of each space it has to know whether it can be opened here, which may be a question to the service. */
const SpaceMenu = ({ anchor, isOpen, onChosen, onClose, place }: SpaceMenuProps): ReactElement => {
  const { t } = useLanguage()
  const { go } = useRoute()
  const { spaces } = useSpaces()
  const entries = spaces.map((summary) => {
    const works = isSupported(summary)
    const platform = platformName(summary.platform)
    return {
      id: summary.spaceId,
      label: spaceName(summary),
      checked: summary.spaceId === place?.space,
      disabled: !works,
      onAction: () => {
        go({ space: summary.spaceId, room: "files", folder: undefined })
        onChosen()
      },
      content: (
        <span className={classes(styles.spaceItem, !works && styles.off)}>
          <SpaceBadge name={spaceName(summary)} off={!works} spaceId={summary.spaceId} />
          <span className={styles.spaceWords}>
            <span className={styles.spaceName}>{spaceName(summary)}</span>
            <span className={styles.spaceSub}>{works ? platform : t.shell.spaces.unsupported(platform)}</span>
          </span>
        </span>
      )
    }
  })
  return <Menu anchor={anchor} groups={[entries]} isOpen={isOpen} label={t.shell.spaces.label} onClose={onClose} wide />
}

const SpaceSwitch = (
  { onClose, place, space }: Pick<SidebarProps, "onClose" | "place" | "space">
): ReactElement => {
  const { t } = useLanguage()
  const spaces = useInfiniteQuery({ ...driveQueries(useDrive()).spaces(), select: rowsOf }).data
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const current = spaces?.find(({ spaceId }) => spaceId === place?.space)
  const name = current === undefined
    ? place?.space ?? t.shell.spaces.label
    : spaceName({ spaceId: current.spaceId, name: current.name ?? undefined })
  return (
    <>
      <AriaButton
        aria-expanded={isOpen}
        aria-haspopup="menu"
        className={styles.space ?? ""}
        onPress={() => setOpen(true)}
        ref={anchor}
      >
        <SpaceBadge name={name} spaceId={place?.space ?? ""} />
        <span className={styles.spaceWords}>
          <span className={styles.spaceName}>{name}</span>
          <span className={styles.spaceSub}>{platformName(space?.platform ?? current?.platform ?? undefined)}</span>
        </span>
        <Icon of={ChevronsUpDown} size={16} />
      </AriaButton>
      <Later>
        <SpaceMenu
          anchor={anchor}
          isOpen={isOpen}
          onChosen={onClose}
          onClose={() => setOpen(false)}
          place={place}
        />
      </Later>
    </>
  )
}

interface RoomLinkProps extends Pick<RoomEntry, "icon" | "label"> {
  readonly place: Place
  readonly isHere: boolean
  readonly onClick: () => void
}

const RoomLink = ({ icon, isHere, label, onClick, place }: RoomLinkProps): ReactElement => {
  const { t } = useLanguage()
  const goal = usePlaceGoal(place)
  return (
    <Link
      {...goal}
      aria-current={isHere ? "page" : undefined}
      className={styles.navItem}
      // the top of the files
      data-takes-files={place.room === "files" ? "root" : undefined}
      href={hrefOf(place)}
      onClick={onClick}
    >
      <Icon of={icon} />
      <span>{label(t)}</span>
    </Link>
  )
}

/** So far sideways, in px, a finger does not scroll. */
const swiped = 60

/** A finger that goes sideways puts it away. */
const useSwipeAway = (onAway: () => void) => {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch && { x: touch.clientX, y: touch.clientY }
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (touch === undefined || from.current === undefined) return
      const aside = Math.abs(touch.clientX - from.current.x)
      if (aside > Math.max(swiped, Math.abs(touch.clientY - from.current.y))) onAway()
    }
  }
}

/** Places that stay: the space, its rooms, its limits. Under 1024 px it lies over the sheet. */
export const Sidebar = ({ isOpen, onClose, place, space }: SidebarProps): ReactElement => {
  const { format, t } = useLanguage()
  const side = useRef<HTMLElement>(null)
  const scrim = useRef<HTMLDivElement>(null)
  const swipes = useSwipeAway(onClose)
  const features = useFeatures()
  const rooms = features.flatMap((feature) => feature.rooms ?? []).filter(
    (entry) =>
      space === undefined || (entry.isOffered?.(space) !== false && (isSupported(space) || entry.room === "space"))
  )
  const covers = useMedia("(width < 1024px)") && isOpen
  useEffect(() => {
    if (!covers) return
    const before = document.activeElement
    const behind = [...side.current?.parentElement?.children ?? []].filter((element): element is HTMLElement =>
      element instanceof HTMLElement && element !== side.current && element !== scrim.current && !element.inert
    )
    for (const element of behind) element.inert = true
    side.current?.querySelector<HTMLElement>("a, button")?.focus()
    return () => {
      for (const element of behind) element.inert = false
      if (before instanceof HTMLElement) before.focus()
    }
  }, [covers])
  useShortcut("clear", isOpen ? onClose : undefined)

  return (
    <>
      <div
        aria-hidden="true"
        className={styles.scrim}
        data-open={isOpen || undefined}
        onClick={onClose}
        ref={scrim}
      />
      <nav
        aria-label={t.shell.navigation}
        className={styles.side}
        data-open={isOpen || undefined}
        data-region="places"
        {...swipes}
        ref={side}
      >
        <SpaceSwitch onClose={onClose} place={place} space={space} />
        <div className={styles.nav}>
          {place === undefined ? null : rooms.map(({ icon, label, room }) => (
            <RoomLink
              icon={icon}
              isHere={place.room === room}
              key={room}
              label={label}
              onClick={onClose}
              place={{ space: place.space, room, folder: undefined }}
            />
          ))}
        </div>
        {space === undefined ? null : (
          <SpaceProvider value={space}>
            <Part>
              <Later>
                <div onClick={onClose}>
                  {features.flatMap((feature) => feature.places ?? []).map((Places, index) => <Places key={index} />)}
                </div>
              </Later>
            </Part>
          </SpaceProvider>
        )}
        <div className={styles.foot}>
          {space?.fileSizeLimit === undefined
            ? null
            : <span>{t.shell.limitFile(format.limit(space.fileSizeLimit))}</span>}
          {space?.downloadSpeed === undefined
            ? null
            : <span>{t.shell.limitSpeed(`${format.limit(space.downloadSpeed)}/s`)}</span>}
        </div>
      </nav>
    </>
  )
}
