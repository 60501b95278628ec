import { mainFlows } from "../app/mainFlows.js"
import { firefoxOfSuite } from "./firefox.js"

mainFlows("the drive in Firefox", firefoxOfSuite())
