import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as CommandLine from "../src/CommandLine.js"

const words = ["--s3-endpoint", "http://127.0.0.1:9000", "--s3-bucket", "b", "--s3-key", "k"]

const surroundings = (environment: Record<string, string> = {}): CommandLine.Surroundings => ({
  environment,
  readText: (file) => file === "/secret" ? Either.right("of the file\n") : Either.left(`no such file: ${file}`)
})

const optionsOf = (given: ReadonlyArray<string>, environment: Record<string, string> = {}) => {
  const command = Either.getOrThrow(CommandLine.fromWords(given, surroundings(environment)))
  return command._tag === "Serve" ? command.options : undefined
}

const problemOf = (given: ReadonlyArray<string>) =>
  Either.getOrThrow(Either.flip(CommandLine.fromWords(given, surroundings()))).message

describe("secrets of the command", () => {
  it("are taken from the environment, from a file or from the words, which go first", () => {
    const environment = { EMULATOR_S3_SECRET: "of the environment", EMULATOR_OSS_SECRET: "other" }
    assert.strictEqual(optionsOf(words, environment)?.externalS3?.secretAccessKey, "of the environment")
    const file = [...words, "--s3-secret-file", "/secret"]
    assert.strictEqual(optionsOf(file, environment)?.externalS3?.secretAccessKey, "of the file")
    assert.strictEqual(optionsOf([...words, "--s3-secret", "word"], environment)?.externalS3?.secretAccessKey, "word")
    const oss = words.map((word) => word.replace("--s3", "--oss"))
    assert.strictEqual(optionsOf(oss, environment)?.externalOss?.accessKeySecret, "other")
  })

  it("ask for no server by themselves", () => {
    assert.strictEqual(optionsOf([], { EMULATOR_S3_SECRET: "s", EMULATOR_OSS_SECRET: "s" })?.externalS3, undefined)
    assert.match(problemOf(["--s3-secret-file", "/secret"]), /^also needed: --s3-endpoint/)
  })

  it("are refused twice, and from a file that cannot be read", () => {
    assert.match(problemOf([...words, "--s3-secret", "a", "--s3-secret-file", "/secret"]), /exclude each other/)
    assert.strictEqual(problemOf([...words, "--s3-secret-file", "/none"]), "--s3-secret-file: no such file: /none")
  })
})

describe("hosts of the command", () => {
  it("are as many as are given", () => {
    assert.deepStrictEqual(optionsOf(["--host", "drive.example", "--host", "other"])?.hosts, ["drive.example", "other"])
  })
})
