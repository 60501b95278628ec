import { pageFlows } from "../browser/pageFlows.js"
import { webKitOfSuite } from "./webkit.js"

pageFlows("a page with a drive in WebKit", webKitOfSuite())
