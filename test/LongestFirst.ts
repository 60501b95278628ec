import type { TestSpecification } from "vitest/node"
import { BaseSequencer } from "vitest/node"

/** What takes longest, longest first. The others follow as vitest knows their times; where it does not, by their size. */
const long: ReadonlyArray<RegExp> = [
  /\/faults\/faultTable\w*\.test/,
  /\/test\/app\/.*\.browser\.test/,
  /\/property\/uploads\.test/,
  /\/validation\/badInput(S3|Pds)\.test/,
  /\/react\/(happyDom|jsdom)\.test/,
  /\/browser\/(tabs|tasks|resume|downloads|downloadMemory)\.browser\.test/,
  /\/blobs\/\w*S3\w*\.test/,
  /\/oss\/Senders\.test/,
  /\/storage\/provider\/(s3|oss|pds)\.test/,
  /\/validation\/badInput\w*\.test/,
  /\/transfer\/(download\/(faults|portal|batch|kill)|folder\/folderEndToEnd)\.test/,
  /\/property\/|\.browser\.test/
]

const rank = (path: string): number => {
  const index = long.findIndex((pattern) => pattern.test(path))
  return index < 0 ? long.length : index
}

/** No worker is to begin with something long when the others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one.moduleId) - rank(other.moduleId))
  }
}
