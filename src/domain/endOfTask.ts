/**
 * How a task has ended.
 *
 * @since 1.0.7
 */
/** Those of pds, and of Celery, whose STARTED and SUCCESS the specification names. */
const badEnd = /^(fail(ed|ure)?|error|revoked|cancell?ed|partial.*)$/i

/**
 * How far a task is: `unknown` words count as running.
 *
 * @since 1.0.7
 * @category predicates
 */
export const endOfTask = (task: {
  readonly state: string
  readonly errorCode: string | undefined
}): "succeeded" | "failed" | undefined => {
  if (task.errorCode !== undefined || badEnd.test(task.state)) return "failed"
  return task.state === "Succeed" ? "succeeded" : undefined
}
