import type { Space } from "effect-drive/promise"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import text from "../parts/style/text.module.css"
import { useRoute } from "./useRoute.js"

/** A space whose storage this drive has no code for: what is known of it is all that can be seen. */
export const Unsupported = ({ space }: { readonly space: Space }): ReactElement => {
  const { t } = useLanguage()
  const { go } = useRoute()
  return (
    <>
      <h1 className={text.hidden}>{space.name ?? space.spaceId}</h1>
      <EmptyState
        action={
          <Button onPress={() => go({ space: space.spaceId, room: "space", folder: undefined })} variant="primary">
            {t.shell.spaces.other}
          </Button>
        }
        picture="broken"
        title={t.shell.spaces.unsupportedTitle}
      />
    </>
  )
}

/** An address that leads to no page. */
export const Nowhere = (): ReactElement => {
  const { t } = useLanguage()
  const { toStart } = useRoute()
  return (
    <EmptyState
      action={<Button onPress={toStart} variant="primary">{t.shell.missing.action}</Button>}
      heading="h1"
      picture="broken"
      text={t.shell.missing.text}
      title={t.shell.missing.title}
    />
  )
}

/** Nobody has given this user a space yet. */
export const NoSpaces = ({ onRetry }: { readonly onRetry: () => void }): ReactElement => {
  const { t } = useLanguage()
  return (
    <EmptyState
      action={<Button onPress={onRetry}>{t.shell.errors.noSpace.action}</Button>}
      heading="h1"
      picture="folder"
      text={t.shell.spaces.noneText}
      title={t.shell.spaces.none}
    />
  )
}
