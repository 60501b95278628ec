/** An application of Next's app router: a server component reads the drive, client components show it and upload. */
import { mkdirSync, writeFileSync } from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { link, node } from "./applications.js"
import type { Bundle } from "./bundlers.js"
import { main } from "./bundlers.js"

/** The line of docs/bundlers.md, and what lets links lead out of the application. */
const config = `export default {
  serverExternalPackages: ["ali-oss"],
  output: "export",
  turbopack: { root: "/" },
  experimental: { turbopackFileSystemCacheForBuild: false }
}
`

const layout = `export const metadata = { icons: "data:," }
export default ({ children }) => <html><body>{children}</body></html>
`

const page = (apiHost: string, accessToken: string) => `
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query"
import { createDrive } from "effect-drive/promise"
import { DriveProvider, driveQueries } from "effect-drive/react"
import { Cache, Names } from "./clients"

const options = { apiHost: "${apiHost}", product: { id: "app", version: "1.0" } }

export default async function Page() {
  const drive = createDrive(options)
  const { spaceId } = await drive.session.initialise({ accessToken: "${accessToken}" })
  const client = new QueryClient()
  await client.prefetchInfiniteQuery(driveQueries(drive).files())
  await drive.dispose()
  return (
    <Cache>
      <HydrationBoundary state={dehydrate(client)}>
        <DriveProvider options={options}>
          <Names spaceId={spaceId} />
        </DriveProvider>
      </HydrationBoundary>
    </Cache>
  )
}
`

const clients = `"use client"
import { QueryClient, QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query"
import { rowsOf, useDriveQueries, useRename, useSession } from "effect-drive/react"
import { useState } from "react"
import "../main.js"

export const Cache = ({ children }) => {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } }))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

export const Names = ({ spaceId }) => {
  const files = useInfiniteQuery({ ...useDriveQueries({ spaceId }).files(), select: rowsOf })
  const state = [useSession().status, useRename().status, ...files.data?.map(({ name }) => name) ?? []].join()
  return <p>{state}</p>
}
`

/** In a folder of its own: Next takes all that lies beside it for its own. */
export const nextWith = (bundler: "turbopack" | "webpack"): Bundle => async (app, tools, { accessToken, apiHost }) => {
  const own = `${app}-with-next-${bundler}`
  await cp(join(app, "node_modules"), join(own, "node_modules"), { recursive: true, verbatimSymlinks: true })
  for (const name of ["next", "react", "react-dom"]) link(own, name, tools)
  link(own, "@tanstack/react-query")
  mkdirSync(join(own, "app"))
  const files = {
    "package.json": JSON.stringify({ name: "app", private: true, type: "module" }),
    "next.config.mjs": config,
    "main.js": main(""),
    "app/layout.jsx": layout,
    "app/page.jsx": page(apiHost, accessToken),
    "app/clients.jsx": clients
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(own, name), content)
  const words = await node(own, join(tools, "next/dist/bin/next"), "build", `--${bundler}`)
  return { folder: join(own, "out"), words: [words] }
}
