import type { Locale } from '#shared/contracts/primitives.ts'
import { exampleHostsIn } from '#shared/text/example-hosts.ts'
import type { AdsDocument } from '../ads/ads-document.ts'
import { NEW_PATH_AD } from '../ads/parse-ads.ts'
import type { Reader } from '../database/reader.ts'
import { escapePointer } from '../drafts/reasons-about-characters.ts'
import { aboutText, type CodedReason } from '../drafts/rules.ts'
import { ContentError, type ContentProblem } from '../folder/content-problem.ts'
import type { SiteFiles } from '../folder/read-site-files.ts'
import { findNewPathAd } from '../library/ads-repository.ts'

const ADVICE =
  'which is an address for examples: readers of a site with INDEXING=on would write to nobody'

/**
 * Addresses that are examples in what the whole site shows: contacts, info pages and paid links.
 * Articles may explain something with an example.
 */
export function exampleAddressesIn({ site, info, ads }: SiteFiles): ContentProblem[] {
  const contacts = Object.entries(site?.value.contacts ?? {}).flatMap(([name, address]) =>
    reasonsAgainst(`/contacts/${name}`, address ?? '', 'Write your own, or null'),
  )
  const addresses = Object.entries(site?.value.locales ?? {}).flatMap(
    ([locale, { address = '' }]) =>
      reasonsAgainst(`/locales/${locale}/address`, address, 'Write that of the site, or none'),
  )
  return [
    ...(site?.locate([...contacts, ...addresses]) ?? []),
    ...info.flatMap(({ value, locate }) =>
      locate(
        value.body
          .split('\n')
          .flatMap((line, index) =>
            exampleHostsIn(line).map((host) =>
              aboutText('E-EXAMPLE', index, `has ${host}, ${ADVICE}. Write your own`),
            ),
          ),
      ),
    ),
    ...(ads?.locate(examplesInAds(ads.value)) ?? []),
  ]
}

function reasonsAgainst(field: string, text: string, advice: string): CodedReason[] {
  return exampleHostsIn(text).map((host) => ({
    field,
    code: 'E-EXAMPLE',
    message: `has ${host}, ${ADVICE}. ${advice}`,
  }))
}

const examplesInAds = ({ sapeData: { sapeLinks, sapeNewUrl = '' } }: AdsDocument) => [
  ...Object.entries(sapeLinks).flatMap(([path, strings]) =>
    strings.flatMap((text, index) =>
      reasonsAgainst(
        `/sapeData/sapeLinks/${escapePointer(path)}/${index}`,
        text,
        'Remove the link',
      ),
    ),
  ),
  ...reasonsAgainst(`/sapeData/${NEW_PATH_AD}`, sapeNewUrl, 'Remove the link'),
]

/**
 * Ads that are stored and in no new file: earlier versions brought examples with them, and the editor
 * API takes any.
 *
 * @throws {ContentError} naming the paths
 */
export async function refuseStoredExamples(db: Reader, locale: Locale): Promise<void> {
  const rows = await db.selectFrom('ad').select(['path', 'links']).orderBy('path').execute()
  const others = { path: 'all other pages', links: [(await findNewPathAd(db))?.html ?? ''] }
  const problems = [...rows, others].flatMap(({ path, links }): ContentProblem[] => {
    const hosts = exampleHostsIn(links.join(' '))
    if (hosts.length === 0) return []
    const message = `is not what is stored: the paid links for ${path} have ${hosts.join(', ')}, ${ADVICE}. Send the links that you sell with PUT /ads, or none: {"sapeData":{"sapeLinks":{}}}. A site that does not run for this reason takes them with INDEXING=off`
    return [{ file: `ads/${locale}.json`, line: 1, code: 'E-EXAMPLE', message }]
  })
  if (problems.length > 0) throw new ContentError(problems)
}
