/** Which modules a module needs: of an index file only those behind the names that are taken, since the build keeps no others. */
import type { Rollup } from "vite"

export type ModuleOf = (id: string) => Rollup.ModuleInfo | null

type Node = NonNullable<Rollup.ModuleInfo["ast"]>["body"][number]

/** A name of a module, or all of it. */
interface Taken {
  readonly id: string
  readonly name: string
}

const whole = "*"

interface Links {
  /** By the name that it has in the module. */
  readonly imported: ReadonlyMap<string, Taken>
  /** By the name that others take it by. */
  readonly passedOn: ReadonlyMap<string, Taken>
  /** Those of which all is passed on, and those that are imported for no name. */
  readonly others: ReadonlyArray<string>
  /** It says nothing itself. */
  readonly isIndex: boolean
}

const says = (node: Node): boolean =>
  node.type === "ExportNamedDeclaration"
    ? node.declaration !== null && node.declaration !== undefined
    : node.type !== "ImportDeclaration" && node.type !== "ExportAllDeclaration" && !("directive" in node)

const textOf = (name: { readonly name: string } | { readonly value?: unknown }): string =>
  "name" in name ? name.name : String(name.value)

const linksOf = (id: string, moduleOf: ModuleOf): Links => {
  const { ast, importedIds = [] } = moduleOf(id) ?? {}
  const nodes = ast?.body ?? []
  const sources = nodes.flatMap((node) => "source" in node && node.source ? [String(node.source.value)] : [])
  const ids = new Map([...new Set(sources)].map((source, index) => [source, importedIds[index] ?? source]))
  const imported = new Map<string, Taken>()
  const passedOn = new Map<string, Taken>()
  // what the module itself does not write is added by the build
  const others = importedIds.slice(ids.size)
  for (const node of nodes) {
    const from = "source" in node && node.source ? ids.get(String(node.source.value)) ?? "" : ""
    if (node.type === "ExportAllDeclaration" || (node.type === "ImportDeclaration" && node.specifiers.length === 0)) {
      others.push(from)
    } else if (node.type === "ImportDeclaration") {
      for (const specifier of node.specifiers) {
        const name = specifier.type === "ImportSpecifier"
          ? textOf(specifier.imported)
          : specifier.type === "ImportDefaultSpecifier"
          ? "default"
          : whole
        imported.set(specifier.local.name, { id: from, name })
      }
    } else if (node.type === "ExportNamedDeclaration") {
      for (const { exported, local } of node.specifiers) {
        const taken = from === "" ? imported.get(textOf(local)) : { id: from, name: textOf(local) }
        if (taken !== undefined) passedOn.set(textOf(exported), taken)
      }
    }
  }
  return { imported, passedOn, others, isIndex: nodes.length > 0 && !nodes.some(says) }
}

/** Gives the modules that one needs, by its id. */
export const takenImports = (moduleOf: ModuleOf): (id: string) => ReadonlyArray<string> => {
  const known = new Map<string, Links>()
  const links = (id: string): Links => {
    const found = known.get(id) ?? linksOf(id, moduleOf)
    known.set(id, found)
    return found
  }
  const behind = ({ id, name }: Taken): ReadonlyArray<string> => {
    const { isIndex, others, passedOn } = links(id)
    if (!isIndex || name === whole) return [id]
    const taken = passedOn.get(name)
    return taken === undefined ? others.flatMap((other) => behind({ id: other, name })) : behind(taken)
  }
  return (id) => {
    const { imported, others, passedOn } = links(id)
    return [...others, ...[...imported.values(), ...passedOn.values()].flatMap(behind)]
  }
}
