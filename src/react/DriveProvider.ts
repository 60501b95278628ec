"use client"
/**
 * Gives a drive to the components below, and refreshes their reads when the drive changes something.
 *
 * @since 1.0.7
 */
import { QueryClient, QueryClientContext, QueryClientProvider } from "@tanstack/react-query"
import type { CreateDriveOptions } from "effect-drive/promise"
import { createDrive } from "effect-drive/promise"
import type { ReactElement, ReactNode } from "react"
import { createContext, createElement, useContext, useEffect, useLayoutEffect, useState } from "react"
import type { DriveClient } from "../promise/DriveClient.js"
import { followDrive, forgetOthers, tellNetwork } from "./followDrive.js"
import { driveQueryDefaults } from "./queryDefaults.js"
import { SessionStore } from "./SessionStore.js"

/**
 * A drive that was created outside React, which the application disposes of; or the options of one that lives as long
 * as the provider. They are read once.
 *
 * @since 1.0.7
 * @category models
 */
export type DriveProviderProps =
  & { readonly children?: ReactNode }
  & (
    | { readonly drive: DriveClient; readonly options?: undefined }
    | { readonly options: CreateDriveOptions; readonly drive?: undefined }
  )

/**
 * @since 1.0.7
 * @category tags
 */
export const DriveContext = createContext<DriveClient | undefined>(undefined)

/** StrictMode, and a tree that moves, unmount a provider and mount it again at once. */
class Lease {
  private holders = 0
  constructor(readonly drive: DriveClient) {}

  /** `renew` is called before the drive is disposed of: a tree that is only hidden (`Activity`) may be shown again. */
  readonly take = (renew: () => void): () => void => {
    this.holders++
    return () =>
      void setTimeout(() => {
        if (--this.holders > 0) return
        renew()
        void this.drive.dispose()
      })
  }
}

const clients = new WeakMap<DriveClient, QueryClient>()

/**
 * One for each drive: React drops the state of a provider below which a first read suspends, up to the boundary around it, and the
 * next attempt must find what was read.
 */
const clientOf = (drive: DriveClient): QueryClient => {
  const client = clients.get(drive) ?? new QueryClient({ defaultOptions: driveQueryDefaults })
  clients.set(drive, client)
  return client
}

/** Reads of a drive hear what it does, for as long as one provider of it is mounted. */
const Provided = (
  { children, drive }: { readonly drive: DriveClient; readonly children?: ReactNode }
): ReactElement => {
  const above = useContext(QueryClientContext)
  // hooks of TanStack Query keep the client that they began with, also when the drive is another one
  const [own] = useState(() => above ?? clientOf(drive))
  const client = above ?? own
  // before the components below read, which they do while they render
  forgetOthers(drive, client)
  useEffect(() => followDrive(drive, client), [drive, client])
  // an expiry is remembered for components that come later
  useEffect(() => SessionStore.of(drive).subscribe(() => {}), [drive])
  // before the reads below begin, which they do in effects
  useLayoutEffect(() => client === above ? undefined : tellNetwork(drive), [drive, client, above])
  const provided = createElement(DriveContext.Provider, { value: drive }, children)
  return client === above ? provided : createElement(QueryClientProvider, { client, children: provided })
}

const Owned = ({ children, options }: { readonly options: CreateDriveOptions; readonly children?: ReactNode }) => {
  // nothing is built before the first call, so that one which StrictMode throws away costs nothing
  const [make] = useState(() => () => new Lease(createDrive(options)))
  const [lease, setLease] = useState(make)
  useEffect(() => lease.take(() => setLease(make)), [lease, make])
  return createElement(Provided, { drive: lease.drive, children })
}

/**
 * Uses the `QueryClient` above it, or creates one with the defaults for drives (`driveQueryDefaults`).
 *
 * @since 1.0.7
 * @category constructors
 */
export const DriveProvider = ({ children, drive, options }: DriveProviderProps): ReactElement =>
  drive === undefined
    ? createElement(Owned, { options, children })
    : createElement(Provided, { drive, children })
