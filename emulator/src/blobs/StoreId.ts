/**
 * The name of a store among those that share a bucket, kept beside its records.
 */
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { fileMode } from "../PrivateFiles.js"
import { BlobBroken } from "./BlobErrors.js"
import * as ChangeLog from "./ChangeLog.js"

const textOf = async (file: string): Promise<string> => {
  try {
    return await fs.readFile(file, "utf8")
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return ""
    throw cause
  }
}

/** Under another name first, so that a full disk or a lost power leaves no half of it. */
const write = async (file: string, id: string): Promise<void> => {
  const handle = await fs.open(`${file}.next`, "w", fileMode)
  try {
    await handle.writeFile(id)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await fs.rename(`${file}.next`, file)
  await ChangeLog.syncDirectory(path.dirname(file))
}

/**
 * The id in a directory, made when there are no records yet in `log`. With records and no id nobody knows where the
 * bytes are: that is `BlobBroken`.
 */
export const of = async (directory: string, log: string): Promise<string> => {
  const file = path.join(directory, "store-id")
  const kept = await textOf(file)
  if (kept !== "") return kept
  if (await textOf(log) !== "") throw new BlobBroken({ operation: "open", cause: `${file} is lost` })
  const id = randomUUID()
  await write(file, id)
  return id
}
