import type { FactsPage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { ROUTES } from './routes.ts'

/** The page of facts, whose entry has these files as bodies. */
const FACTS_PATH: PagePath = '/facts'

/** The other formats of the page of facts: the name of each body, and its public address. */
export const FACTS_FILES = [
  { body: 'facts-json', address: ROUTES.factsJson, type: 'application/json' },
  { body: 'facts-csv', address: ROUTES.factsCsv, type: 'text/csv' },
] as const

export const factsFileNamed = (body: string) => FACTS_FILES.find((file) => file.body === body)

/** The body that is served at an address. */
export function factsBodyAt(address: string): { path: PagePath; body: string } | undefined {
  const file = FACTS_FILES.find((one) => one.address === address)
  return file && { path: FACTS_PATH, body: file.body }
}

/** The texts of these files, by the names of their bodies. */
export const renderFactsFiles = (page: FactsPage, siteUrl: string): [string, string][] => [
  ['facts-json', renderFactsJson(page, siteUrl)],
  ['facts-csv', renderFactsCsv(page)],
]

/** Increased when a field changes its meaning or is removed. */
const VERSION = 1

const factsOf = ({ groups }: FactsPage) =>
  groups.flatMap(({ subject, facts }) => facts.map((fact) => ({ fact, subject: subject?.title })))

function renderFactsJson(page: FactsPage, siteUrl: string): string {
  const listed = factsOf(page).map(({ subject, fact: { name, articles, ...fact } }) => ({
    fact: name,
    url: `${siteUrl}${FACTS_PATH}#${name}`,
    subject,
    ...fact,
    articles: articles.map(({ title, path }) => ({ title, url: siteUrl + path })),
  }))
  return `${JSON.stringify({ version: VERSION, facts: listed }, null, 2)}\n`
}

const COLUMNS = ['fact', 'title', 'value', 'from', 'until', 'source', 'source_url', 'subject']

/** A line for each value, as RFC 4180 has it. */
function renderFactsCsv(page: FactsPage): string {
  const lines = factsOf(page).flatMap(({ subject = '', fact: { name, title, values, source } }) =>
    values.map(({ is, from, until = '', source: own = source }) => [
      ...[name, title, is, from, until],
      ...[own?.title ?? '', own?.url ?? '', subject],
    ]),
  )
  return [COLUMNS, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join('')
}

/** Spreadsheets would calculate what begins with one of these signs. */
const CALCULATED = /^[=+@\t\r]/

const csvField = (text: string) =>
  `"${(CALCULATED.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
