/** Renders an example of the docs over a drive, and reads what it shows. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen, waitFor } from "@testing-library/react"
import { DriveProvider } from "effect-drive/react"
import type { TestDriveClient } from "effect-drive/testing"
import type { ReactElement } from "react"
import { StrictMode, Suspense } from "react"
import { assert } from "vitest"

export const show = (drive: TestDriveClient, example: ReactElement, strict = true): HTMLElement => {
  const provided = (
    <QueryClientProvider client={new QueryClient()}>
      <DriveProvider drive={drive}>
        <Suspense>
          <div data-testid="example">{example}</div>
        </Suspense>
      </DriveProvider>
    </QueryClientProvider>
  )
  return render(strict ? <StrictMode>{provided}</StrictMode> : provided).container
}

export const says = (text: string | RegExp) =>
  waitFor(() => {
    const said = screen.getByTestId("example").textContent
    if (typeof text === "string") assert.strictEqual(said, text)
    else assert.match(said, text)
  })
