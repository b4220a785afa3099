import { type Static, type TSchema, Type } from 'typebox'
import type { Locale } from '#shared/contracts/primitives.ts'
import { fieldOf } from '#shared/field-of.ts'
import { typeset } from '#shared/text/typeset.ts'

/** Sets the prose in a value of one schema. */
type Setter = (value: unknown, locale: Locale) => unknown

/**
 * A copy of a page, feed or shell whose prose is typeset for the language. Its schema says which of
 * its texts are prose.
 */
export function typesetModel<T extends TSchema>(
  schema: T,
  model: Static<T>,
  locale: Locale,
): Static<T> {
  // Only the content of strings changes, so the result has the type of the argument.
  return setterOf(schema)(model, locale) as Static<T>
}

const setters = new WeakMap<TSchema, Setter>()

/** Made once for each schema: a server sets many thousands of pages of the same few schemas. */
function setterOf(schema: TSchema): Setter {
  const setter = setters.get(schema) ?? makeSetter(schema) ?? asItIs
  setters.set(schema, setter)
  return setter
}

const asItIs: Setter = (value) => value

/** @returns `undefined` for a schema without prose, whose values need no copy */
function makeSetter(schema: TSchema): Setter | undefined {
  if (Type.IsString(schema)) return isProse(schema) ? setText : undefined
  if (Type.IsArray(schema)) return setItems(schema.items)
  if (Type.IsObject(schema)) return setFields(schema.properties)
  return Type.IsUnion(schema) ? setMember(schema.anyOf) : undefined
}

const isProse = (schema: object) => 'prose' in schema && schema.prose === true

const setText: Setter = (value, locale) =>
  typeof value === 'string' ? typeset(value, locale) : value

/** @returns the setter of a part; `undefined` where it has no prose */
function partSetter(schema: TSchema): Setter | undefined {
  const setter = setterOf(schema)
  return setter === asItIs ? undefined : setter
}

function setItems(items: TSchema): Setter | undefined {
  const setItem = partSetter(items)
  return (
    setItem &&
    ((value, locale) => (Array.isArray(value) ? value.map((item) => setItem(item, locale)) : value))
  )
}

function setFields(properties: Readonly<Record<string, TSchema>>): Setter | undefined {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const setField = partSetter(schema)
    return setField ? [{ name, setField }] : []
  })
  if (fields.length === 0) return undefined
  return (value, locale) => {
    if (typeof value !== 'object' || value === null) return value
    const copy: Record<string, unknown> = { ...value }
    for (const { name, setField } of fields) {
      if (copy[name] !== undefined) copy[name] = setField(copy[name], locale)
    }
    return copy
  }
}

/** Of several members with prose, the `kind` of a value says which one it is of. */
function setMember(members: readonly TSchema[]): Setter | undefined {
  const setters = members.flatMap((member) => {
    const setter = partSetter(member)
    return setter ? [{ kind: kindOf(member), setter }] : []
  })
  const [first, ...others] = setters
  if (!first || others.length === 0) return first?.setter
  if (setters.some(({ kind }) => kind === undefined)) {
    throw new Error('Members of a union with prose must have a kind')
  }
  const byKind = new Map(setters.map(({ kind, setter }) => [kind, setter]))
  return (value, locale) => {
    const kind: unknown = fieldOf(value, 'kind')
    return (byKind.get(kind) ?? asItIs)(value, locale)
  }
}

/** What a schema of an object says that its `kind` is. */
function kindOf(schema: TSchema): unknown {
  if (!Type.IsObject(schema)) return undefined
  const { kind } = schema.properties
  return kind && Type.IsLiteral(kind) ? kind.const : undefined
}
