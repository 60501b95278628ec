/**
 * `screen` looks into the page that was there when it was first imported. A process runs many files, each with a page of its own.
 */
import { screen, within } from "@testing-library/react"

Object.assign(screen, within(document.body))
