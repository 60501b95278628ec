/**
 * Lint: the house style, format included, and imports that run one way. `scripts/check.js` runs it with the rules that need types.
 */
import { apart, rooms } from "./scripts/lint/rooms.js"

const format = {
  indentWidth: 2,
  lineWidth: 120,
  semiColons: "asi",
  quoteStyle: "alwaysDouble",
  trailingCommas: "never",
  operatorPosition: "maintain",
  "arrowFunction.useParentheses": "force"
}

const timeless = [
  { object: "Date", property: "now", message: "Use Clock." },
  { object: "Math", property: "random", message: "Use Random." }
]

const bareCasts = [
  { selector: "TSAsExpression > TSAnyKeyword", message: "No any." },
  {
    selector: "CallExpression[callee.object.name='Effect'][callee.property.name='ignore']",
    message: "Say what may fail."
  }
]

const sharedLayers = [
  {
    selector:
      "CallExpression[callee.object.name='Layer'][callee.property.name=/^(effect|scoped|succeed|sync)(Context|Discard)?$/]",
    message: "Use layerOf: Effect builds a layer once for all drives of a composition."
  }
]

const endlessCalls = [
  {
    selector:
      "CallExpression:matches([callee.name=/^mkdir/], [callee.property.name=/^mkdir/]) Property[key.name='recursive']",
    message: "Use makeDirectory: Node's recursive mkdir never ends in some places."
  }
]

const unusedVars = { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" }

/** Those of TypeScript's authors and of JavaScript that hold for all code. */
const correctness = {
  "eqeqeq": "error",
  "no-array-constructor": "error",
  "no-control-regex": "error",
  "no-unused-expressions": "error",
  "no-unused-vars": ["error", unusedVars],
  "no-var": "error",
  "prefer-rest-params": "error",
  "prefer-spread": "error",
  "typescript/ban-ts-comment": "error",
  "typescript/no-duplicate-enum-values": "error",
  "typescript/no-empty-object-type": ["error", { allowObjectTypes: "always" }],
  "typescript/no-explicit-any": "error",
  "typescript/no-extra-non-null-assertion": "error",
  "typescript/no-misused-new": "error",
  "typescript/no-non-null-asserted-optional-chain": "error",
  "typescript/no-require-imports": "error",
  "typescript/no-this-alias": "error",
  "typescript/no-unnecessary-type-constraint": "error",
  "typescript/no-unsafe-declaration-merging": "error",
  "typescript/no-unsafe-function-type": "error",
  "typescript/no-wrapper-object-types": "error",
  "typescript/triple-slash-reference": "error"
}

const style = {
  "arrow-body-style": ["error", "as-needed"],
  "object-shorthand": "error",
  "prefer-const": "error",
  "typescript/array-type": ["error", { default: "generic", readonly: "generic" }],
  "typescript/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
  "typescript/prefer-as-const": "error",
  "typescript/prefer-namespace-keyword": "error"
}

/** The rules of hooks and those of the React Compiler. */
const hooks = {
  "react/error-boundaries": "error",
  "react/exhaustive-deps": "error",
  "react/globals": "error",
  "react/immutability": "error",
  "react/incompatible-library": "error",
  "react/preserve-manual-memoization": "error",
  "react/purity": "error",
  "react/refs": "error",
  "react/rules-of-hooks": "error",
  "react/set-state-in-effect": "error",
  "react/set-state-in-render": "error",
  "react/static-components": "error",
  "react/unsupported-syntax": "error",
  "react/use-memo": "error",
  "react/void-use-memo": "error"
}

export default {
  plugins: ["typescript", "react"],
  jsPlugins: ["./scripts/lint/plugin.js"],
  categories: { correctness: "off" },
  ignorePatterns: ["dist/**", "coverage/**", "node_modules/**", "app/dist/**"],
  rules: {
    "house/format": ["error", format],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error"
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: { ...correctness, ...style, "house/restricted-syntax": ["error", ...bareCasts] }
    },
    {
      files: ["{src,emulator/src}/**/*.{ts,tsx}"],
      rules: {
        "house/module-imports": ["error", ["effect", "@effect/platform"]],
        "house/one-way-imports": ["error", rooms, ["src/layers/loading", "src/react/loading"], apart],
        "house/restricted-syntax": ["error", ...bareCasts, ...endlessCalls],
        "no-console": "error",
        "typescript/no-import-type-side-effects": "error"
      }
    },
    {
      files: ["src/**/*.{ts,tsx}"],
      excludeFiles: ["src/testing/**", "src/services/inOrder.ts"],
      rules: { "house/restricted-syntax": ["error", ...bareCasts, ...endlessCalls, ...sharedLayers] }
    },
    {
      files: ["src/{domain,services,transfer,seldom}/**/*.ts"],
      rules: {
        "no-restricted-properties": ["error", ...timeless],
        "no-restricted-globals": ["error", "setTimeout", "setInterval", "fetch", "window", "document", "localStorage"]
      }
    },
    {
      files: ["src/react/**/*.ts", "src/inspector/**/*.{ts,tsx}", "test/docs/{smallDrive,reactTour,reactChanges}.tsx"],
      rules: hooks
    },
    {
      files: ["app/src/**/*.{ts,tsx}"],
      rules: { ...hooks, "no-console": "error" }
    },
    {
      files: ["emulator/src/cli.ts"],
      rules: { "no-console": "off" }
    }
  ]
}
