/** The golden exchanges once more, answered in other types. What is decoded is the same. */
import { answerInOtherTypes } from "./harness.js"

answerInOtherTypes()

await import("./session.test.js")
await import("./files.test.js")
await import("./fileChanges.test.js")
await import("./recycleBin.test.js")
await import("./tasks.test.js")
await import("./assets.test.js")
await import("./assetFolders.test.js")
await import("./sharing.test.js")
await import("./migration.test.js")
