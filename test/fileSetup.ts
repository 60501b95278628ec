import { inject } from "vitest"
import { setRun } from "./browser/fromRun.js"
import { restoreIt } from "./ownMethods.js"

// the file before has run in this process too
restoreIt()
setRun(inject("run"))
