import { useSpaces } from "effect-drive/react"
import type { ReactElement } from "react"
import { Link } from "wouter"
import { Button } from "../parts/Button.js"
import { SpaceBadge } from "../parts/SpaceBadge.js"
import type { PageProps } from "../shell/Feature.js"
import { hrefOf } from "../shell/routes.js"
import { isSupported, platformName, spaceName, useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import { Abilities } from "./Abilities.js"
import { Limits } from "./Limits.js"
import { Migration } from "./Migration.js"
import styles from "./SpacePage.module.css"
import { useSpaceLanguage } from "./useSpaceLanguage.js"

/** The spaces of the user, and all that is known of the one that is open. */
export const SpacePage = ({ place }: PageProps): ReactElement => {
  const { t } = useSpaceLanguage()
  const words = t.space
  const { go } = useRoute()
  const { spaces } = useSpaces()
  const space = useSpace()
  const platform = space.platform
  const works = isSupported(space)
  const name = spaceName({ name: space.name ?? "", spaceId: space.spaceId })
  const facts: ReadonlyArray<readonly [string, string]> = [
    [words.facts.id, space.spaceId],
    [words.facts.name, space.name ?? ""],
    [words.facts.platform, platform ?? ""]
  ]
  return (
    <>
      <title>{t.shell.title(name)}</title>
      <header className={styles.bar}>
        <h1>{words.title}</h1>
      </header>
      <div className={styles.page} tabIndex={-1}>
        <nav aria-label={words.list} className={styles.list}>
          {spaces.map((one) => (
            <Link
              aria-current={one.spaceId === place.space ? "page" : undefined}
              className={styles.item}
              href={hrefOf({ space: one.spaceId, room: "space", folder: undefined })}
              key={one.spaceId}
            >
              <SpaceBadge name={spaceName(one)} off={!isSupported(one)} spaceId={one.spaceId} />
              <span>
                <b>{spaceName(one)}</b>
                <small>
                  {isSupported(one)
                    ? platformName(one.platform)
                    : t.shell.spaces.unsupported(platformName(one.platform))}
                </small>
              </span>
            </Link>
          ))}
        </nav>
        <div className={styles.main}>
          <div className={styles.head}>
            <SpaceBadge name={name} off={!works} size="large" spaceId={space.spaceId} />
            <div>
              <h2 className={styles.name}>
                <bdi>{name}</bdi>
              </h2>
              <p>{platform === undefined ? words.unknownPlatform : words.platforms[platform]}</p>
            </div>
            {works
              ? (
                <Button onPress={() => go({ space: space.spaceId, room: "files", folder: undefined })}>
                  {words.open}
                </Button>
              )
              : null}
          </div>
          {works
            ? (
              <>
                <Limits spaceId={space.spaceId} />
                <Abilities platform={platform} />
                <Migration spaceId={space.spaceId} />
              </>
            )
            : (
              <div className={styles.card}>
                <b>{words.unsupported(platformName(platform))}</b>
                <p>{words.unsupportedText}</p>
              </div>
            )}
          <h3 className={styles.heading}>{words.support}</h3>
          <dl className={styles.facts}>
            {facts.map(([label, value]) =>
              value === "" ? null : (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              )
            )}
          </dl>
        </div>
      </div>
    </>
  )
}
