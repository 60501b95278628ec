/**
 * How long tests wait at most, in milliseconds. Generous: a slow machine is no failure, and what hangs still ends. A wait ends
 * before its test does, and so can say what it waited for.
 */
export const testLimit = 300_000
export const waitLimit = 240_000
