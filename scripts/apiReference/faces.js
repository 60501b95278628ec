/**
 * What typedoc cannot see by itself: that a property which holds a function is a method, how an Effect fails, and which lines of
 * the pages show a call.
 */
import { exampleOfFunction, exampleOfMember, exampleOfMethod, readPieces } from "./examples.js"

/** The properties of the drive; a face or a service is the one with its name: `RecycleBin` is `drive.recycleBin`. */
const propertiesOfDrive = (project, { ReflectionKind }) => {
  const drive = project.getReflectionsByKind(ReflectionKind.Interface).find(({ name }) => name === "DriveClient")
  return new Set(drive?.children?.map(({ name }) => name))
}

const propertyNamed = (name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** As programs import it: `S3` of `layers/s3`. */
const moduleNamed = (name) => {
  const last = name.split("/").at(-1)
  return `${last.charAt(0).toUpperCase()}${last.slice(1)}`
}

/** What a program holds under a name of its own. */
const isHandle = (name) => /(?:Handle|Hook|Actions|Client|Emulator|^Selection)$/.test(name)

/** What a hook gives is taken out of it by name. */
const isHook = (name) => /(?:Hook|Actions)$/.test(name)

/** The tags of the errors in the second place of an `Effect` or a `Stream`. */
const errorsOf = (checker, returned) => {
  const name = returned.aliasSymbol?.name ?? returned.symbol?.name
  if (name !== "Effect" && name !== "Stream") return undefined
  const [, error] = returned.aliasTypeArguments ?? checker.getTypeArguments(returned)
  if (error === undefined) return undefined
  const members = error.isUnion() ? error.types : [error]
  return members.map((member) => member.symbol?.name).filter((tag) => tag !== undefined && tag !== "__type").sort()
}

const errorsOfDeclaration = (checker, declaration) => {
  const [signature] = checker.getTypeAtLocation(declaration).getCallSignatures()
  return signature === undefined ? undefined : errorsOf(checker, signature.getReturnType())
}

export const addFaces = (app, { typedoc, root }) => {
  const { Comment, CommentTag, Converter, ParameterReflection, ReflectionFlag, ReflectionKind } = typedoc
  const pieces = readPieces(root)
  const failures = new Map()

  const remember = (context, reflection) => {
    const symbol = context.getSymbolFromReflection(reflection)
    for (const declaration of symbol?.declarations ?? []) {
      if (declaration.parent === undefined) continue
      const errors = errorsOfDeclaration(context.checker, declaration)
      if (errors !== undefined) failures.set(reflection, errors)
    }
  }

  /** `...args: [a: A, b?: B]` of a mapped type, as parameters with names. */
  const namedParameters = (signature) => {
    const [only, ...others] = signature.parameters ?? []
    if (only === undefined || others.length > 0 || only.type?.type !== "tuple") return
    signature.parameters = only.type.elements.map((element, index) => {
      const named = element.type === "namedTupleMember"
      const parameter = new ParameterReflection(
        named ? element.name : `argument${index + 1}`,
        ReflectionKind.Parameter,
        signature
      )
      parameter.type = named ? element.element : element
      if (named && element.isOptional) parameter.setFlag(ReflectionFlag.Optional, true)
      return parameter
    })
  }

  const asMethod = (reflection) => {
    const signatures = reflection.type?.type === "reflection" ? reflection.type.declaration.signatures : undefined
    if (reflection.kind !== ReflectionKind.Property || signatures === undefined || reflection.flags.isOptional) return
    reflection.kind = ReflectionKind.Method
    reflection.type = undefined
    reflection.signatures = signatures
    reflection.setFlag(ReflectionFlag.Readonly, false)
    for (const signature of signatures) {
      signature.name = reflection.name
      signature.parent = reflection
      signature.comment ??= reflection.comment?.clone()
      namedParameters(signature)
    }
    reflection.comment = undefined
  }

  const exampleOf = (reflection, properties) => {
    const parent = reflection.parent?.name === "Service" ? reflection.parent.parent : reflection.parent
    const holder = parent?.name ?? ""
    const owner = propertyNamed(holder.replace(/Face$/, ""))
    if (properties.has(owner)) return exampleOfMethod(pieces, owner, reflection.name)
    // each module has one: without the module's name it would be the example of another
    if (reflection.name === "layer") return exampleOfMethod(pieces, moduleNamed(holder), reflection.name)
    if (isHook(holder)) return exampleOfMember(pieces, reflection.name) ?? exampleOfFunction(pieces, reflection.name)
    if (isHandle(holder)) return exampleOfMember(pieces, reflection.name)
    return exampleOfFunction(pieces, reflection.name)
  }

  const addTo = (signature, reflection, properties) => {
    signature.comment ??= new Comment()
    const errors = failures.get(reflection)
    if (errors !== undefined && errors.length > 0) {
      const text = errors.map((tag) => `\`${tag}\``).join(", ")
      signature.comment.blockTags.push(new CommentTag("@throws", [{ kind: "text", text }]))
    }
    if (signature.comment.getTag("@example") !== undefined) return
    const example = exampleOf(reflection, properties)
    if (example === undefined) return
    signature.comment.blockTags.push(
      new CommentTag("@example", [{ kind: "code", text: `\`\`\`ts\n${example}\n\`\`\`` }])
    )
  }

  app.converter.on(Converter.EVENT_CREATE_DECLARATION, remember)
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    const properties = propertiesOfDrive(context.project, typedoc)
    for (const reflection of Object.values(context.project.reflections)) {
      if (reflection.parent?.kind === ReflectionKind.Interface) asMethod(reflection)
    }
    for (const reflection of Object.values(context.project.reflections)) {
      if (reflection.kind !== ReflectionKind.Method && reflection.kind !== ReflectionKind.Function) continue
      for (const signature of reflection.signatures ?? []) addTo(signature, reflection, properties)
    }
  })
}
