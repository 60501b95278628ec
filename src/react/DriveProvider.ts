"use client"
/**
 * Gives a drive to the components below. The drive is made outside React and lives as long as the application says:
 * uploads outlive components, and nothing here disposes what it was given.
 *
 * @since 1.0.7
 */
import type { ReactElement, ReactNode } from "react"
import { createContext, createElement } from "react"
import type { DriveClient } from "../promise/DriveClient.js"

/**
 * @since 1.0.7
 * @category models
 */
export interface DriveProviderProps {
  readonly drive: DriveClient
  readonly children?: ReactNode
}

/**
 * @since 1.0.7
 * @category tags
 */
export const DriveContext = createContext<DriveClient | undefined>(undefined)

/**
 * @since 1.0.7
 * @category constructors
 */
export const DriveProvider = ({ children, drive }: DriveProviderProps): ReactElement =>
  createElement(DriveContext.Provider, { value: drive }, children)
