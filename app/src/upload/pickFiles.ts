/** Opens the browser's own dialog for files; it must be called in a click or key of the user. */
export const pickFiles = (onPicked: (files: ReadonlyArray<File>) => void): void => {
  const input = document.createElement("input")
  input.type = "file"
  input.multiple = true
  input.addEventListener("change", () => onPicked([...input.files ?? []]))
  input.click()
}
