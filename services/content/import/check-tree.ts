import type { CodedReason } from '../lint/rules.ts'
import { reasonsAgainstAddresses } from '../site/sister-sites.ts'
import type { ContentProblem } from './content-problem.ts'
import type { PartialTree } from './read-content.ts'
import { RESERVED, RESERVED_BELOW, ROUTED } from './reserved-addresses.ts'

const MOST_AUTHORS = 500

/** @returns what is wrong with the files that are not articles, besides their shape */
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
    if (seen.has(slug)) found.push(twice(field, `"${slug}" stands here twice`))
    seen.add(slug)
    if (!children.some((child) => child.slug === fallback)) {
      const message = `"${fallback}" is none of the subcategories of ${slug}`
      found.push({ field: `/${index}/fallback`, code: 'E-UNKNOWN-SUB', message })
    }
    const own = new Set<string>()
    children.forEach((child, place) => {
      const childField = `/${index}/children/${place}/slug`
      if (own.has(child.slug)) {
        found.push(twice(childField, `"${child.slug}" stands twice under ${slug}`))
      }
      own.add(child.slug)
      if (RESERVED_BELOW.has(child.slug)) found.push(reserved(childField, child.slug))
    })
    return found
  })
  return categories?.locate(reasons ?? []) ?? []
}

/** Every info page has an address of its own, and its title and description among the named pages. */
function infoProblems({ info, pageSeo, categories }: PartialTree): ContentProblem[] {
  const seen = new Set<string>()
  return info.flatMap(({ value: { slug, path }, locate }) => {
    const reasons: CodedReason[] = []
    if (pageSeo && !(slug in pageSeo.value)) {
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
        reasons.push(twice(`/${field}`, `"${value}" is that of another info page too`))
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
        : [{ field: `/${index}/links/${place}`, message: `"${address}" is no address` }],
    )
    const repeated = [
      { field: `/${index}/name`, text: name },
      { field: `/${index}/slug`, text: slug },
    ].filter(({ text }) => seen.has(text))
    seen.add(name).add(slug)
    return [
      ...unreadable,
      ...repeated.map(({ field, text }) => twice(field, `"${text}" stands here twice`)),
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
  message: `"${slug}" is an address of its own`,
})

const twice = (field: string, message: string): CodedReason => ({
  field,
  code: 'E-DUP-SLUG',
  message,
})
