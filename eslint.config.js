import * as effectPlugin from "@effect/eslint-plugin"
import reactHooks from "eslint-plugin-react-hooks"
import tseslint from "typescript-eslint"
import { oneWayImports } from "./scripts/lint/oneWayImports.js"
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

export default tseslint.config(
  { ignores: ["dist/**", "coverage/**", "node_modules/**", "app/dist/**"] },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" }
  },
  {
    files: ["**/*.{js,mjs,ts,tsx}"],
    plugins: { "@effect": effectPlugin.plugin ?? effectPlugin },
    rules: { "@effect/dprint": ["error", { config: format }] }
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommended],
    rules: {
      "@typescript-eslint/array-type": ["error", { default: "generic", readonly: "generic" }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-empty-object-type": ["error", { allowObjectTypes: "always" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-namespace": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" }
      ],
      "arrow-body-style": ["error", "as-needed"],
      "eqeqeq": "error",
      "no-control-regex": "error",
      "no-restricted-syntax": ["error", ...bareCasts],
      "object-shorthand": "error",
      "prefer-const": "error"
    }
  },
  {
    files: ["{src,emulator/src}/**/*.{ts,tsx}"],
    plugins: { drive: { rules: { "one-way-imports": oneWayImports } } },
    rules: {
      "@effect/no-import-from-barrel-package": ["error", { packageNames: ["effect", "@effect/platform"] }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "drive/one-way-imports": ["error", rooms, ["src/layers/loading", "src/react/loading"], apart],
      "no-console": "error",
      "no-restricted-syntax": ["error", ...bareCasts, ...endlessCalls]
    }
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/testing/**", "src/services/inOrder.ts"],
    rules: { "no-restricted-syntax": ["error", ...bareCasts, ...endlessCalls, ...sharedLayers] }
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
    ...reactHooks.configs.flat["recommended-latest"]
  },
  {
    files: ["app/src/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat.recommended],
    rules: { "no-console": "error" }
  },
  {
    files: ["emulator/src/cli.ts"],
    rules: { "no-console": "off" }
  }
)
