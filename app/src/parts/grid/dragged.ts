/** What is being dragged within the page. One drag at a time is all that a pointer can do. */

export interface Dragged {
  readonly ids: ReadonlyArray<string>
  readonly label: string
}

let current: Dragged | undefined

export const dragType = "application/x-drive-items"

export const dragged = {
  current: (): Dragged | undefined => current,
  begin: (next: Dragged): void => {
    current = next
  },
  end: (): void => {
    current = undefined
  }
}
