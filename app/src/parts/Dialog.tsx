import { X } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Heading } from "react-aria-components/Heading"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { useLanguage } from "../language/Language.js"
import { classes } from "./classes.js"
import styles from "./Dialog.module.css"
import { IconButton } from "./IconButton.js"
import { leavePicture } from "./leavePicture.js"

export interface DialogProps {
  readonly title: string
  readonly about?: ReactNode
  readonly children?: ReactNode
  readonly foot?: ReactNode
  readonly width?: "normal" | "wide" | "broad" | "table" | undefined
  /** A question that destroys: Enter does nothing until a button has the focus. */
  readonly alert?: boolean | undefined
  /** Nothing in its body can be pressed: the body takes the focus itself, so that keys scroll it. */
  readonly reads?: boolean | undefined
  /** While it is sent off, neither Esc nor the ground behind closes it. */
  readonly busy?: boolean | undefined
  readonly onClose: () => void
}

export const Dialog = (
  { about, alert = false, busy = false, children, foot, onClose, reads = false, title, width = "normal" }: DialogProps
): ReactElement => {
  const { t } = useLanguage()
  return (
    <ModalOverlay
      className={styles.scrim ?? ""}
      data-scrim=""
      isDismissable={!busy && !alert}
      isKeyboardDismissDisabled={busy}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      ref={leavePicture}
    >
      <Modal className={classes(styles.modal, width !== "normal" && styles[width])}>
        <AriaDialog className={styles.dialog ?? ""} role={alert ? "alertdialog" : "dialog"}>
          <div className={styles.head}>
            <div>
              <Heading className={styles.title ?? ""} slot="title">{title}</Heading>
              {about === undefined ? null : <p className={styles.about}>{about}</p>}
            </div>
            <IconButton
              className={styles.close}
              ground="raised"
              icon={X}
              isDisabled={busy}
              label={t.parts.close}
              onPress={onClose}
            />
          </div>
          {children === undefined
            ? null
            : (
              <div
                className={classes(styles.body, foot === undefined && styles.footless)}
                {...(reads ? { role: "document", "aria-label": title, tabIndex: 0 } : {})}
              >
                {children}
              </div>
            )}
          {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
