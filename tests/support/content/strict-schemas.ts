/** JSON schemas for kubeconform, made from an API server's OpenAPI document, CRDs included. */

interface Definition {
  $ref?: string
  type?: string
  format?: string
  properties?: Record<string, Definition>
  items?: Definition
  additionalProperties?: boolean | Definition
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-int-or-string'?: boolean
}

/**
 * The schema of every kind, which refuses unknown keys.
 *
 * @param definitions of `/openapi/v2`
 * @returns by file name: kind, group and version, in small letters
 */
export function strictSchemas(
  definitions: Readonly<Record<string, Definition>>,
): Map<string, object> {
  const schemas = new Map<string, object>()
  for (const definition of Object.values(definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const needed = new Map<string, object>()
      const schema = strict(definition, definitions, needed)
      // For the core group, which has no name, kubeconform uses the version as the name.
      const name = `${kind}_${group || version}_${version}.json`.toLowerCase()
      // Types that many groups share, such as DeleteOptions, are not objects.
      if (definition.properties?.metadata) {
        schemas.set(name, { ...schema, definitions: Object.fromEntries(needed) })
      }
    }
  }
  return schemas
}

function strict(
  definition: Definition,
  all: Readonly<Record<string, Definition>>,
  needed: Map<string, object>,
): object {
  const { $ref, properties, items, additionalProperties, type, format } = definition
  if ($ref) {
    const name = $ref.replace('#/definitions/', '')
    const target = all[name]
    if (target && !needed.has(name)) {
      needed.set(name, {})
      needed.set(name, strict(target, all, needed))
    }
    return { $ref }
  }
  if (format === 'int-or-string' || definition['x-kubernetes-int-or-string']) {
    return { type: ['string', 'integer'] }
  }
  const inner = (one: Definition) => strict(one, all, needed)
  const isOpen = definition['x-kubernetes-preserve-unknown-fields'] === true || !properties
  return {
    ...(type && { type }),
    ...(items && { items: inner(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, inner(one)]),
      ),
    }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: inner(additionalProperties) }
      : !isOpen && { additionalProperties: false }),
  }
}
