import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { licenceOf } from './licences.ts'
import type { Part } from './read-parts.ts'

/**
 * The list of parts (SBOM) that scanners and operators read: CycloneDX 1.6 in JSON. The same parts
 * give the same bytes.
 *
 * @param version of the site
 */
export function listParts(parts: readonly Part[], version: string): string {
  const site = new Models.Component(Enums.ComponentType.Application, 'finlore', {
    bomRef: 'finlore',
    version,
  })
  const components = new Map(parts.map((part) => [part.folder, componentOf(part)]))
  for (const { folder, isNamed, needs } of parts) {
    const component = components.get(folder)
    if (!component) continue
    if (isNamed) site.dependencies.add(component.bomRef)
    for (const need of needs) {
      const needed = components.get(need)
      if (needed) component.dependencies.add(needed.bomRef)
    }
  }
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: site }),
    components: new Models.ComponentRepository(components.values()),
  })
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  )
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function componentOf(part: Part): Models.Component {
  const { folder, name, version, sha512, isShipped } = part
  const [, group, ownName = name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? []
  const licence = licenceOf(part)
  return new Models.Component(Enums.ComponentType.Library, ownName, {
    bomRef: folder,
    ...(group && { group }),
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: isShipped ? Enums.ComponentScope.Required : Enums.ComponentScope.Excluded,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], sha512]]),
    licenses: new Models.LicenseRepository(
      licence === undefined ? [] : [new Models.LicenseExpression(licence)],
    ),
  })
}
