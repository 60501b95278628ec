/** The languages that the drive speaks, and which of them a person reads. */
export type LanguageTag = "en" | "zh-CN"

export const languages: ReadonlyArray<{ readonly tag: LanguageTag; readonly name: string }> = [
  { tag: "en", name: "English" },
  { tag: "zh-CN", name: "中文" }
]

const saved = "drive.language"

const isLanguage = (text: string | null): text is LanguageTag => languages.some(({ tag }) => tag === text)

/** What was chosen last, else what the browser asks for first. */
export const preferredLanguage = (): LanguageTag => {
  const chosen = localStorage.getItem(saved)
  if (isLanguage(chosen)) return chosen
  return navigator.languages.find((tag) => /^(en|zh)\b/.test(tag))?.startsWith("zh") === true ? "zh-CN" : "en"
}

export const keepLanguage = (language: LanguageTag): void => localStorage.setItem(saved, language)
