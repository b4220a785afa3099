import { RESERVED, RESERVED_BELOW, ROUTED } from '../addresses/reserved-addresses.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { reasonsAgainstAddresses } from '../site/sister-sites.ts'
import type { ContentProblem } from './content-problem.ts'
import type { PartialTree } from './read-content.ts'

const MOST_AUTHORS = 500

/** @returns problems of the files that are not articles, apart from their shape */
export const checkTree = (tree: PartialTree): ContentProblem[] => [
  ...addressProblems(tree),
  ...categoryProblems(tree),
  ...authorProblems(tree),
  ...infoProblems(tree),
]

function addressProblems({ site }: PartialTree): ContentProblem[] {
  return site?.locate(reasonsAgainstAddresses(site.value.locales)) ?? []
}

function categoryProblems({ categories }: PartialTree): ContentProblem[] {
  const seen = new Set<string>()
  const reasons = categories?.value.flatMap(({ slug, fallback, children }, index) => {
    const found: CodedReason[] = []
    const field = `/${index}/slug`
    if (RESERVED.has(slug)) found.push(reserved(field, slug))
    if (seen.has(slug)) found.push(twice(field, `"${slug}" is listed twice`))
    seen.add(slug)
    if (!children.some((child) => child.slug === fallback)) {
      const message = `"${fallback}" is not a subcategory of ${slug}`
      found.push({ field: `/${index}/fallback`, code: 'E-UNKNOWN-SUB', message })
    }
    const own = new Set<string>()
    children.forEach((child, place) => {
      const childField = `/${index}/children/${place}/slug`
      if (own.has(child.slug)) {
        found.push(twice(childField, `"${child.slug}" is listed twice under ${slug}`))
      }
      own.add(child.slug)
      if (RESERVED_BELOW.has(child.slug)) found.push(reserved(childField, child.slug))
    })
    return found
  })
  return categories?.locate(reasons ?? []) ?? []
}

/** Every info page needs a path of its own, and a title and description in the file of page SEO. */
function infoProblems({ info, pageSeo, categories }: PartialTree): ContentProblem[] {
  const seen = new Set<string>()
  return info.flatMap(({ value: { slug, path }, locate }) => {
    const reasons: CodedReason[] = []
    if (pageSeo && !Object.hasOwn(pageSeo.value, slug)) {
      const message = `"${slug}" has no title and description in ${pageSeo.file}`
      reasons.push({ field: '/slug', message })
    }
    const [, first = ''] = path.split('/')
    if (ROUTED.has(first) || categories?.value.some((category) => category.slug === first)) {
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

function authorProblems({ authors }: PartialTree): ContentProblem[] {
  if (!authors) return []
  const { file, value, locate } = authors
  const seen = new Set<string>()
  const reasons = value.flatMap(({ name, slug, links = [] }, index) => {
    const unreadable = links.flatMap((address, place) =>
      URL.canParse(address)
        ? []
        : [{ field: `/${index}/links/${place}`, message: `"${address}" is not a valid address` }],
    )
    const repeated = [
      { field: `/${index}/name`, text: name },
      { field: `/${index}/slug`, text: slug },
    ].filter(({ text }) => seen.has(text))
    seen.add(name).add(slug)
    return [
      ...unreadable,
      ...repeated.map(({ field, text }) => twice(field, `"${text}" is listed twice`)),
    ]
  })
  const problems = locate(reasons)
  if (value.length === 0 || value.length > MOST_AUTHORS) {
    const message = `has ${value.length} authors: write 1 to ${MOST_AUTHORS}`
    problems.push({ file, line: 1, code: 'E-ROSTER', message })
  }
  return problems
}

const reserved = (field: string, slug: string): CodedReason => ({
  field,
  code: 'E-RESERVED',
  message: `"${slug}" is a reserved address`,
})

const twice = (field: string, message: string): CodedReason => ({
  field,
  code: 'E-DUP-SLUG',
  message,
})
