/** What the tests of hooks share: a real drive in this process, and components with and without StrictMode. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, cleanup, configure } from "@testing-library/react"
import { DriveProvider } from "effect-drive/react"
import type { TestClientOptions, TestDriveClient } from "effect-drive/testing"
import { createTestDrive } from "effect-drive/testing"
import type { ReactNode } from "react"
import { StrictMode } from "react"
import { afterEach } from "vitest"

// One second by default, which a busy machine may take.
configure({ asyncUtilTimeout: 60_000 })

const drives = new Set<TestDriveClient>()

afterEach(async () => {
  cleanup()
  await Promise.all([...drives].map((drive) => drive.dispose()))
  drives.clear()
})

export const modes = [["with StrictMode", true], ["without StrictMode", false]] as const

export const openDrive = async (options: TestClientOptions = {}): Promise<TestDriveClient> => {
  const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform: "s3" }], ...options })
  drives.add(drive)
  return drive
}

/** The provider as an application has it, over a client that the test can look into. */
export const provide = (drive: TestDriveClient, strict: boolean) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const wrapper = ({ children }: { readonly children?: ReactNode }) => {
    const provided = (
      <QueryClientProvider client={client}>
        <DriveProvider drive={drive}>{children}</DriveProvider>
      </QueryClientProvider>
    )
    return strict ? <StrictMode>{provided}</StrictMode> : provided
  }
  return { client, wrapper }
}

export const upload = async (drive: TestDriveClient, name: string, parentFileId = "root"): Promise<string> =>
  (await drive.uploads.start({ source: name, name, parentFileId }).done).fileId

/** In the order of the alphabet. */
export const namesIn = async (drive: TestDriveClient, parentFileId = "root"): Promise<ReadonlyArray<string>> =>
  (await drive.files.list({ parentFileId })).items.map(({ name }) => name).toSorted()

/** Begins what ends later, by itself. */
export function begin<A>(work: () => Promise<A>): Promise<A> {
  const begun: Array<Promise<A>> = []
  act(() => void begun.push(work()))
  return begun[0] ?? Promise.reject(new Error("nothing was begun"))
}
