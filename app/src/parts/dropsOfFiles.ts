/** Files that are dragged into the page from outside. */

export const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true

/** Where nothing takes them, a browser would open the file in place of the page, and all that moves would be lost. */
export const refuseFiles = (): void => {
  const refuse = (event: DragEvent) => {
    if (!holdsFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none"
  }
  document.addEventListener("dragenter", refuse)
  document.addEventListener("dragover", refuse)
  document.addEventListener("drop", refuse)
}
