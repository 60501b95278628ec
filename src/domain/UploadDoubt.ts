/**
 * What an upload asked without getting an answer, or no longer knows. Each doubt has the one question that settles it.
 *
 * @since 1.0.7
 */

/**
 * @since 1.0.7
 * @category models
 */
export type DoubtTag = "create" | "begin" | "source" | "session"

/**
 * How a doubt arises and is settled. `proof` is what the upload accepts for an answer; whatever else is answered counts as no.
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
    arises: "The answer to a create call is lost, or the program ended before it could be written down.",
    question:
      "Which file of this name and these digests is in the folder, and what does the storage have as its object?",
    proof:
      "An object of the same size whose CRC-64 or ETag is that of the bytes, or the rapid flag of an answer that arrived.",
    otherwise: "The transfer goes on under the file that is announced, or the create call is repeated."
  },
  begin: {
    arises: "The answer to a begin call is lost.",
    question: "Which multipart uploads are open for the object?",
    proof: "None is needed: the upload goes on with one whose id it was told.",
    otherwise: "All others that only this upload can have begun are aborted."
  },
  source: {
    arises: "The file was picked again, or found by an earlier run.",
    question: "What is the digest of its leading bytes, or of all of them where it tells no time?",
    proof: "The digest that was taken before.",
    otherwise:
      "Another digest ends the upload. With none to compare, the object is asked for, and else all is sent anew."
  },
  session: {
    arises: "Another tab or process has ended the upload, or its session is gone.",
    question: "What does its tombstone say, and what does the storage have under that object key?",
    proof: "An object of the tombstone's size and ETag; without a tombstone, the proof of a lost create.",
    otherwise: "The upload goes on from what this client knows."
  }
}

/**
 * All doubts, for tables and tests.
 *
 * @since 1.0.7
 * @category constants
 */
export const doubtTags: ReadonlyArray<DoubtTag> = ["create", "begin", "source", "session"]
