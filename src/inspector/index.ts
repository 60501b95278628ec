"use client"
/**
 * `effect-drive/inspector`: one component that shows what a drive is doing.
 *
 * @since 1.0.7
 */
export type { InspectorProps } from "./Inspector.js"
export { Inspector } from "./Inspector.js"
