/** The lint rules of this repository, for `oxlint.config.js`. */
import { format } from "./format.js"
import { moduleImports } from "./moduleImports.js"
import { oneWayImports } from "./oneWayImports.js"
import { restrictedSyntax } from "./restrictedSyntax.js"

export default {
  meta: { name: "house" },
  rules: {
    format,
    "module-imports": moduleImports,
    "one-way-imports": oneWayImports,
    "restricted-syntax": restrictedSyntax
  }
}
