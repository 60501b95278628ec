import { it } from "@effect/vitest"

const own = { ...it }

/** `it.layer` puts methods with its layer on the `it` of the whole process: this takes them off again. */
export const restoreIt = (): void => void Object.assign(it, own)
