import type { Strings } from "../language/catalogue.js"

/** What no name may be, whatever the service says of it: a sentence, for the field it was typed into. */
export const wrongName = (name: string, t: Strings): string | undefined => {
  if (name.trim() === "") return t.files.rename.empty
  return name.includes("/") ? t.shell.errors.badName("/").text : undefined
}
