import type { Rule } from "eslint"

export declare const oneWayImports: Rule.RuleModule
