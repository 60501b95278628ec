import { withoutFileHandles } from "../browser/withoutFileHandles.js"
import { mainFlows } from "./mainFlows.js"

mainFlows("the drive where there are no file handles", withoutFileHandles)
