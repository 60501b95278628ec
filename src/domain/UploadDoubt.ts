/**
 * What an upload cannot know for certain, for example because an answer was lost. Each doubt has one question that settles it.
 *
 * @since 1.0.7
 */

/**
 * @since 1.0.7
 * @category models
 */
export type DoubtTag = "create" | "begin" | "source" | "session"

/**
 * How a doubt arises and is settled. `proof` is the only answer that the upload accepts as a yes; `otherwise` says what it does after any
 * other.
 *
 * @since 1.0.7
 * @category models
 */
export interface Doubt {
  readonly arises: string
  readonly question: string
  readonly proof: string
  readonly otherwise: string
}

/**
 * The table of doubts.
 *
 * @since 1.0.7
 * @category constants
 */
export const doubts: Readonly<Record<DoubtTag, Doubt>> = {
  create: {
    arises: "The answer to a create call is lost, or the program ended before the answer was saved.",
    question:
      "Which file with this name and these digests is in the folder, and what does the storage have as its object?",
    proof:
      "An object of the same size with the CRC-64 or ETag of the bytes, or the rapid flag of an answer that arrived.",
    otherwise: "The upload continues under the announced file, or the create call is repeated."
  },
  begin: {
    arises: "The answer to a begin call is lost.",
    question: "Which multipart uploads are open for the object?",
    proof: "None is needed: the upload continues with an upload id that it received.",
    otherwise: "All others that only this upload can have begun are aborted."
  },
  source: {
    arises: "The file was picked again, or is from an earlier run.",
    question: "What is the digest of its first bytes, or of all bytes if it has no modification time?",
    proof: "The digest that was computed before.",
    otherwise:
      "A different digest ends the upload. With no digest to compare, the upload looks for the object, and if it is missing sends everything again."
  },
  session: {
    arises: "Another tab or process has ended the upload, or its session is missing.",
    question: "What does its tombstone say, and what does the storage have under that object key?",
    proof: "An object with the tombstone's size and ETag; without a tombstone, the proof of a lost create.",
    otherwise: "The upload continues from what this client knows."
  }
}

/**
 * All doubts, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const doubtTags: ReadonlyArray<DoubtTag> = ["create", "begin", "source", "session"]
