import type { LucideIcon } from "lucide-react"
import type { ReactElement, ReactNode, Ref } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { Text } from "react-aria-components/Text"
import type { TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField"
import { TextField as AriaTextField } from "react-aria-components/TextField"
import { classes } from "./classes.js"
import styles from "./Field.module.css"
import { Icon } from "./Icon.js"
import text from "./style/text.module.css"

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid"> {
  readonly label: string
  readonly placeholder?: string | undefined
  readonly help?: string | undefined
  /** What is wrong with the text; it stays under the field, and the text stays too. */
  readonly error?: string | undefined
  readonly tall?: boolean | undefined
  /** Of a field that looks for something: it says so in its box, by this and by its label. */
  readonly icon?: LucideIcon | undefined
  /** A control at the end of the box. */
  readonly end?: ReactNode
  readonly inputRef?: Ref<HTMLInputElement> | undefined
}

export const TextField = (
  { end, error, help, icon, inputRef, label, placeholder = icon === undefined ? "" : label, tall = false, ...props }:
    TextFieldProps
): ReactElement => (
  <AriaTextField
    {...props}
    className={classes(styles.field, tall && styles.tall, icon !== undefined && styles.finds)}
    isInvalid={error !== undefined}
    // what was refused once can be sent again: a browser would hold the form back
    validationBehavior="aria"
  >
    <Label className={(icon === undefined ? styles.label : text.hidden) ?? ""}>{label}</Label>
    <div className={styles.box}>
      {icon === undefined ? null : <Icon of={icon} size={16} />}
      <Input className={styles.input ?? ""} placeholder={placeholder} ref={inputRef ?? null} />
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </div>
    {help === undefined || error !== undefined
      ? null
      : <Text className={styles.help ?? ""} slot="description">{help}</Text>}
    <FieldError className={styles.bad ?? ""}>{error}</FieldError>
  </AriaTextField>
)
