import { inject } from "vitest"
import { setRun } from "./browser/fromRun.js"

setRun(inject("run"))
