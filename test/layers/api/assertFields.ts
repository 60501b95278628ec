import { strict as assert } from "node:assert"

/** The value has these fields, `undefined` standing for an absent one. */
export const assertFields = (value: unknown, expected: Readonly<Record<string, unknown>>): void => {
  const found = Object.fromEntries(Object.keys(expected).map((name) => [name, Reflect.get(Object(value), name)]))
  assert.deepEqual(found, expected)
}
