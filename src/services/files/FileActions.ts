/**
 * What can be done to files beyond listing them and looking them up.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import type { Files } from "../Files.js"

export declare namespace FileActions {
  /**
   * @since 1.0.7
   * @category models
   */
  export type Service = Omit<Files.Service, "info" | "list" | "listAll" | "resolve">
}

/**
 * @since 1.0.7
 * @category tags
 */
export class FileActions extends Context.Tag("effect-drive/FileActions")<FileActions, FileActions.Service>() {}
