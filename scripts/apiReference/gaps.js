/** What the reference lacks: a function without a sentence, and one without an example. */
const isNested = (reflection, { ReflectionKind }) => {
  for (let at = reflection.parent; at !== undefined; at = at.parent) {
    if (at.kindOf(ReflectionKind.TypeLiteral) || at.kindOf(ReflectionKind.SomeSignature)) return true
  }
  return false
}

/** Entry points whose functions programs call; the others hold what programs implement, or hand to Effect. */
const called = new Set(["promise", "react", "inspector"])

const entryOf = (reflection) => {
  let at = reflection
  while (at.parent !== undefined && at.parent.parent !== undefined) at = at.parent
  return at.name
}

export const findGaps = (project, typedoc) => {
  const { ReflectionKind } = typedoc
  const gaps = []
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.kindOf([ReflectionKind.Method, ReflectionKind.Function]) || isNested(reflection, typedoc)) continue
    const [signature] = reflection.signatures ?? []
    if (signature === undefined) continue
    const name = reflection.getFullName()
    if ((signature.comment?.summary.length ?? 0) === 0) gaps.push(`${name}: no sentence`)
    const hasExample = signature.comment?.getTag("@example") !== undefined
    if (!hasExample && called.has(entryOf(reflection))) gaps.push(`${name}: no example`)
  }
  return gaps.sort()
}
