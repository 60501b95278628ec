/**
 * The rooms of the code: which of them a room may import besides itself. A room is a folder with all below it that is no room of
 * its own. docs/architecture.md draws them; a test compares.
 *
 * An entry with a file's ending allows that file alone.
 */
const contracts = ["src/domain", "src/services"]

/** What any layer may call to load code later. */
const later = [
  "src/layers/loading/LazyCode.js",
  "src/layers/loading/LazyDigests.js",
  "src/layers/loading/LazyStreams.js",
  "src/layers/loading/LazyPackages.js",
  "src/layers/loading/s3Storage.js"
]

const everywhere = ["src/layers/http", "src/layers/hash", "src/layers/files", "src/layers/saved"]

/** @type {Readonly<Record<string, ReadonlyArray<string>>>} */
export const rooms = {
  "src/domain": [],
  "src/services": ["src/domain"],
  "src/transfer": contracts,
  "src/seldom": [...contracts, "src/transfer"],
  "src/layers/http": contracts,
  "src/layers/hash": [...contracts, ...later],
  "src/layers/files": contracts,
  "src/layers/saved": contracts,
  "src/layers/api": [...contracts, "src/layers/http"],
  "src/layers/storage": [...contracts, "src/layers/api", "src/layers/http", "src/layers/hash", ...later],
  "src/layers/node": [...contracts, "src/layers/api", ...everywhere, ...later],
  "src/layers/browser": [...contracts, "src/layers/api", ...everywhere, ...later],
  "src/layers/loading": [
    ...contracts,
    "src/transfer",
    "src/seldom",
    "src/layers/api",
    "src/layers/http",
    "src/layers/files",
    "src/layers/hash",
    "src/layers/storage",
    "src/layers/browser",
    "src/layers/Drive.js",
    "src/layers/DriveServices.js"
  ],
  "src/layers": [
    ...contracts,
    "src/transfer",
    "src/seldom",
    "src/layers/api",
    "src/layers/saved",
    "src/layers/loading",
    "src/layers/node",
    "src/layers/browser"
  ],
  "src/promise": [...contracts, "src/layers"],
  "src/react/changes": [...contracts, "src/promise", "src/react/queryKeys.js"],
  "src/react/loading": ["src/layers/loading/LazyCode.js", "src/react/changes"],
  "src/react": [...contracts, "src/promise", "src/react/changes", "src/react/loading"],
  "src/inspector": [...contracts, "src/promise"],
  "src/testing": [...contracts, "src/transfer", "src/seldom", "src/layers", "src/promise", "emulator/src"],
  "src": [...contracts, "src/layers"],
  "emulator/src": [
    "src/domain",
    "src/services/Transport.js",
    "src/layers/node/makeDirectory.js",
    "src/testing/FaultScript.js"
  ]
}

const protocols = ["emulator/src/api", "emulator/src/s3", "emulator/src/oss", "emulator/src/pds"]

/** What the protocols share, and what lies under it. */
const below = [
  "accounts",
  "archive",
  "assets",
  "blobs",
  "bucketHttp",
  "bucketRules",
  "catalogue",
  "http",
  "state",
  "tasks",
  "thumbnails",
  "webDrive"
].map((name) => `emulator/src/${name}`)

/**
 * Folders of one room that import nothing of some others: storage protocols know nothing of each other, and what is below them
 * nothing of any.
 *
 * @type {Readonly<Record<string, ReadonlyArray<string>>>}
 */
export const apart = {
  "emulator/src/s3": protocols.filter((name) => name !== "emulator/src/s3"),
  "emulator/src/oss": ["emulator/src/s3", "emulator/src/pds"],
  "emulator/src/pds": ["emulator/src/s3", "emulator/src/oss"],
  ...Object.fromEntries(below.map((name) => [name, protocols]))
}
