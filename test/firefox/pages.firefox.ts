import { pageFlows } from "../browser/pageFlows.js"
import { firefoxOfSuite } from "./firefox.js"

pageFlows("a page with a drive in Firefox", firefoxOfSuite())
