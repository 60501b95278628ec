/** How a list stood at each step of the history, so that Back and Forward bring it back as it was. */

export interface Stand {
  readonly scrollTop: number
  readonly selected: ReadonlySet<string>
  readonly focused: string | undefined
}

const stands = new Map<string, Stand>()
const atMost = 200

export const currentStep = (): string => {
  const state: unknown = history.state
  return typeof state === "object" && state !== null && "step" in state && typeof state.step === "string"
    ? state.step
    : "first"
}

export const recall = (step: string): Stand | undefined => stands.get(step)

export const remember = (step: string, change: Partial<Stand>): void => {
  const stand = stands.get(step) ?? { scrollTop: 0, selected: new Set(), focused: undefined }
  stands.delete(step)
  stands.set(step, { ...stand, ...change })
  const oldest = stands.keys().next()
  if (stands.size > atMost && oldest.done !== true) stands.delete(oldest.value)
}
