/** What the reference lacks: a function without a sentence, and a function without an example. */
export const findGaps = (project, { ReflectionKind }) => {
  const gaps = []
  const isShown = (reflection) => {
    for (let at = reflection.parent; at !== undefined; at = at.parent) {
      if (at.kindOf(ReflectionKind.TypeLiteral) || at.kindOf(ReflectionKind.SomeSignature)) return false
    }
    return true
  }
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.kindOf([ReflectionKind.Method, ReflectionKind.Function]) || !isShown(reflection)) continue
    const [signature] = reflection.signatures ?? []
    const name = reflection.getFullName()
    if (signature === undefined) continue
    if ((signature.comment?.summary.length ?? 0) === 0) gaps.push(`${name}: no sentence`)
    if (signature.comment?.getTag("@example") === undefined) gaps.push(`${name}: no example`)
  }
  return gaps.sort()
}
