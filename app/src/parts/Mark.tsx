import type { ReactElement } from "react"
import styles from "./Mark.module.css"

/** The product's sign. */
export const Mark = ({ size = 26 }: { readonly size?: number }): ReactElement => (
  <svg aria-hidden="true" fill="none" height={size} viewBox="0 0 26 26" width={size}>
    <path
      className={styles.lid}
      d="M3 9.2C3 6.33 5.33 4 8.2 4h9.6C20.67 4 23 6.33 23 9.2v.3H3z"
    />
    <path
      className={styles.box}
      d="M3 10.9h5.6c.9 0 1.7.5 2.1 1.3l.3.6c.4.8 1.2 1.3 2.1 1.3s1.7-.5 2.1-1.3l.3-.6c.4-.8 1.2-1.3 2.1-1.3H23v6.3c0 2.87-2.33 5.2-5.2 5.2H8.2C5.33 22.4 3 20.07 3 17.2z"
    />
  </svg>
)
