"use client"
/**
 * The newest value of a prop for callbacks that stay the same.
 *
 * @since 1.0.7
 */
import type { RefObject } from "react"
import { useInsertionEffect, useRef } from "react"

/**
 * @since 1.0.7
 * @category hooks
 */
export const useLatest = <A>(value: A): RefObject<A> => {
  const latest = useRef(value)
  // before any other effect of the same commit
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
