import type { RuleTester } from "oxlint/plugins-dev"

type Rule = Parameters<RuleTester["run"]>[1]

declare const plugin: {
  readonly rules: Readonly<Record<"format" | "module-imports" | "one-way-imports" | "restricted-syntax", Rule>>
}

export default plugin
