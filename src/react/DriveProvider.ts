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
 * as the provider, on a server for five seconds. They are read once.
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

interface Lease {
  readonly drive: DriveClient
  /** `renew` gets the next one before the drive is disposed of: a tree that is only hidden (`Activity`) may be shown again. */
  readonly take: (renew: (next: Lease) => void) => (() => void) | void
}

/**
 * Of providers that are not mounted: where a first read suspends, React drops their state too, up to the boundary around them, and the
 * next attempt must find the drive that was asked.
 */
const waiting = new WeakMap<CreateDriveOptions, Lease>()

/** Milliseconds, after which the drive of a render on a server ends. */
const longestRender = 5000

const leaseOf = (options: CreateDriveOptions): Lease => {
  const make = (): Lease => {
    const drive = createDrive(options)
    let owner: ((next: Lease) => void) | undefined
    let holders = 0
    return {
      drive,
      take: (renew) => {
        waiting.delete(options)
        // another provider with the same options was mounted in the same go
        if ((owner ??= renew) !== renew) return renew(make())
        holders++
        // StrictMode, and a tree that moves, unmount a provider and mount it again at once
        return () =>
          void setTimeout(() => {
            if (--holders > 0) return
            renew(make())
            void drive.dispose()
          })
      }
    }
  }
  const lease = waiting.get(options) ?? make()
  if (typeof document === "object") waiting.set(options, lease)
  // a server mounts nothing, renders for many users, and tells nobody when a render is over
  else setTimeout(() => void lease.drive.dispose(), longestRender)
  return lease
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
  const [lease, setLease] = useState(() => leaseOf(options))
  // at once: a provider that is mounted after this one has a drive of its own
  useLayoutEffect(() => lease.take(setLease), [lease])
  return createElement(Provided, { drive: lease.drive, children })
}

/**
 * Uses the `QueryClient` above it, or creates one with the defaults for drives (`driveQueryDefaults`).
 *
 * @since 1.0.7
 * @category constructors
 */
export const DriveProvider = (props: DriveProviderProps): ReactElement =>
  props.drive === undefined ? createElement(Owned, props) : createElement(Provided, props)
