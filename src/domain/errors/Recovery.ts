/**
 * What a program and a person can do about an error.
 *
 * @since 1.0.7
 */

/**
 * What the library's one retry driver does with an error.
 *
 * `now`: the same request again. `later`: again after a pause. `afterRefresh`: refresh the space's credential, then
 * again. `afterSignIn`: wait until the user has signed in. `restart`: run the whole upload again from its saved session.
 *
 * @since 1.0.7
 * @category models
 */
export type RetryClass = "now" | "later" | "afterRefresh" | "afterSignIn" | "restart" | "never"

/**
 * What a person can do about an error.
 *
 * @since 1.0.7
 * @category models
 */
export type UserAction = "signIn" | "retry" | "pickFile" | "rename" | "freeSpace"

/**
 * The answers that every error of the catalogue carries. `advice` is one sentence for people; `message` is for programmers.
 *
 * @since 1.0.7
 * @category models
 */
export interface Recoverable {
  readonly retry: RetryClass
  readonly action?: UserAction | undefined
  readonly advice: string
}
