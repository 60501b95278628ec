/** The entry points of the package and the source of each. */
export const entries = {
  "effect-drive": "src/index.ts",
  "promise": "src/promise/browser.ts",
  "react": "src/react/index.ts",
  "inspector": "src/inspector/index.ts",
  "browser": "src/layers/DriveBrowser.ts",
  "node": "src/layers/DriveNode.ts",
  "layers-s3": "src/layers/loading/S3.ts",
  "layers-oss": "src/layers/loading/Oss.ts",
  "layers-pds": "src/layers/loading/Pds.ts",
  "testing": "src/testing/index.ts",
  "emulator": "emulator/src/index.ts"
}
