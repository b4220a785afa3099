import type { Static } from 'typebox'
import type { Guide } from '#shared/contracts/guide.ts'
import { isTimeZone } from '#shared/text/time-zone.ts'
import { parsePageRoute } from '../addresses/page-route.ts'
import { RESERVED, RESERVED_BELOW, ROUTED } from '../addresses/reserved-addresses.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { reasonsAgainstAddresses } from '../site/sister-sites.ts'
import type { AuthorsFile, SiteFile } from './content-files.ts'
import type { ContentProblem } from './content-problem.ts'
import type { Categories, SiteFiles } from './read-site-files.ts'

const MAX_AUTHORS = 500

/** @returns problems of the files that are not articles, apart from their shape */
export function checkTree(tree: SiteFiles): ContentProblem[] {
  const { site, categories, authors, guides } = tree
  const problems = [
    ...(site?.locate(reasonsAgainstAddresses(site.value.locales)) ?? []),
    ...(site?.locate([...reasonsAgainstZones(site.value.locales)]) ?? []),
    ...(categories?.locate([...categoryReasons(categories.value)]) ?? []),
    ...(authors?.locate([...authorReasons(authors.value)]) ?? []),
    ...(guides?.locate([...guideReasons(guides.value)]) ?? []),
    ...infoProblems(tree),
  ]
  const { file = '', value: { length: count } = [] } = authors ?? {}
  if (authors && (count === 0 || count > MAX_AUTHORS)) {
    const message = `has ${count} authors: write 1 to ${MAX_AUTHORS}`
    problems.push({ file, line: 1, code: 'E-ROSTER', message })
  }
  return problems
}

function* reasonsAgainstZones(locales: Static<typeof SiteFile>['locales']): Generator<CodedReason> {
  for (const [locale, { zone }] of Object.entries(locales)) {
    if (zone === undefined || isTimeZone(zone)) continue
    const message = `"${zone}" is not the name of a time zone: write it as Europe/Istanbul or UTC`
    yield { field: `/locales/${locale}/zone`, message }
  }
}

function* categoryReasons(categories: Categories): Generator<CodedReason> {
  const seen = new Set<string>()
  for (const [index, { slug, fallback, children }] of categories.entries()) {
    const field = `/${index}/slug`
    if (RESERVED.has(slug)) yield reserved(field, slug)
    if (seen.has(slug)) yield twice(field, `"${slug}" is listed twice`)
    seen.add(slug)
    if (!children.some((child) => child.slug === fallback)) {
      const message = `"${fallback}" is not a subcategory of ${slug}`
      yield { field: `/${index}/fallback`, code: 'E-UNKNOWN-SUB', message }
    }
    const own = new Set<string>()
    for (const [place, child] of children.entries()) {
      const field = `/${index}/children/${place}/slug`
      if (own.has(child.slug)) yield twice(field, `"${child.slug}" is listed twice under ${slug}`)
      if (RESERVED_BELOW.has(child.slug)) yield reserved(field, child.slug)
      own.add(child.slug)
    }
  }
}

function* authorReasons(authors: Static<typeof AuthorsFile>): Generator<CodedReason> {
  const seen = new Set<string>()
  for (const [index, { name, slug, links = [] }] of authors.entries()) {
    for (const [place, address] of links.entries()) {
      if (URL.canParse(address)) continue
      const message = `"${address}" is not a valid address`
      yield { field: `/${index}/links/${place}`, message }
    }
    if (seen.has(name)) yield twice(`/${index}/name`, `"${name}" is listed twice`)
    if (seen.has(slug)) yield twice(`/${index}/slug`, `"${slug}" is listed twice`)
    seen.add(name).add(slug)
  }
}

function* guideReasons(guides: readonly Guide[]): Generator<CodedReason> {
  const seen = new Set<string>()
  for (const [index, { slug, steps }] of guides.entries()) {
    if (seen.has(slug)) yield twice(`/${index}/slug`, `"${slug}" is listed twice`)
    seen.add(slug)
    const own = new Set<string>()
    for (const [place, { article }] of steps.entries()) {
      const field = `/${index}/steps/${place}/article`
      if (own.has(article)) yield twice(field, `"${article}" is listed twice in "${slug}"`)
      own.add(article)
    }
  }
}

/** Every info page needs a path of its own, and a title and description in the file of page SEO. */
function infoProblems({ info, pageSeo, categories }: SiteFiles): ContentProblem[] {
  const seen = new Set<string>()
  return info.flatMap(({ value: { slug, path }, locate }) => {
    const reasons: CodedReason[] = []
    if (pageSeo && !Object.hasOwn(pageSeo.value, slug)) {
      const message = `"${slug}" has no title and description in ${pageSeo.file}`
      reasons.push({ field: '/slug', message })
    }
    const [, first = ''] = path.split('/')
    const isTerm = parsePageRoute(path).kind === 'term'
    if (
      isTerm ||
      ROUTED.has(first) ||
      categories?.value.some((category) => category.slug === first)
    ) {
      const message = `"${path}" is the address of another page`
      reasons.push({ field: '/path', code: 'E-RESERVED', message })
    }
    for (const [field, value] of Object.entries({ slug, path })) {
      if (seen.has(value)) {
        reasons.push(twice(`/${field}`, `"${value}" is also used by another info page`))
      }
      seen.add(value)
    }
    return locate(reasons)
  })
}

const reserved = (field: string, slug: string): CodedReason => {
  return { field, code: 'E-RESERVED', message: `"${slug}" is a reserved address` }
}

const twice = (field: string, message: string): CodedReason => {
  return { field, code: 'E-DUP-SLUG', message }
}
