import { pageFlows } from "./pageFlows.js"
import { withoutFileHandles } from "./withoutFileHandles.js"

pageFlows("a page with a drive where there are no file handles", withoutFileHandles)
