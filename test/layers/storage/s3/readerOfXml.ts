/** A page's own reader of XML, for tests in Node. */
import { Window } from "happy-dom"
import { afterAll, beforeAll } from "vitest"

export const useReaderOfXml = (): void => {
  beforeAll(() => {
    Object.assign(globalThis, { DOMParser: new Window().DOMParser })
  })
  afterAll(() => {
    Reflect.deleteProperty(globalThis, "DOMParser")
  })
}
