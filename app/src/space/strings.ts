/** What the entry needs; the rest comes with this feature: `laterStrings.ts`. */
export const strings = {
  place: "This space"
}
