import type { Goal } from "./incoming.js"
import { addFiles, addFolder } from "./incoming.js"
import { pickFolder, pickSources } from "./pickFiles.js"

/** Lets the user pick files, and puts them into the queue of the drive. */
export const chooseFiles = (goal: Goal): void => pickSources((sources) => addFiles(goal, sources))

export const chooseFolder = (goal: Goal): void => pickFolder((files) => addFolder(goal, files))
