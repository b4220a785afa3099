import type { Browser } from 'playwright'
import { type BenchLimit, type BenchRow, benchRow } from '../support/bench-report.ts'
import { addSizes, readSizes, type Sizes } from './file-sizes.ts'
import { listRequests, type PageRequest, type PageRequests } from './page-requests.ts'
import type { Part } from './report-part.ts'

const KILOBYTE = 1_024
/** Bytes as gzip sends them. */
const LIMITS = {
  bootScript: 6 * KILOBYTE,
  scripts: 85 * KILOBYTE,
  /** With what comes when the reader does something, and what runs beside the page. */
  scriptsInAll: 85 * KILOBYTE,
  styles: 12 * KILOBYTE,
}

const IN_ALL = 'all JavaScript with search box, terms and service worker'

/** Bytes and requests of one page, as a first-time visitor has them. */
export async function weighPage(browser: Browser, url: string, path: string): Promise<Part> {
  const requests = await listRequests(browser, url, path)
  const { beforeIdle, afterIdle, onSearch, onTerm } = requests
  const byPage = [...beforeIdle, ...afterIdle].filter(({ byWorker }) => !byWorker)
  const byWorker = afterIdle.filter((request) => request.byWorker)
  const html = await readSizes(url, pathsOf('document', beforeIdle))
  const styles = await readSizes(url, pathsOf('stylesheet', beforeIdle))
  const bootScript = await readSizes(url, pathsOf('script', beforeIdle))
  const allScripts = await readSizes(url, pathsOf('script', byPage))
  const fonts = await readSizes(url, pathsOf('font', byPage))
  const worker = await readSizes(url, pathsOf('script', byWorker))
  const searchBox = await readSizes(url, pathsOf('script', onSearch))
  const terms = await readSizes(url, pathsOf('script', onTerm))
  const inAll = addSizes([allScripts, searchBox, terms, worker])
  const excess = findExcess(beforeIdle)
  return {
    rows: [
      ...sizeRows('HTML', html),
      ...sizeRows('CSS', styles),
      ...sizeRows('boot script', bootScript),
      ...sizeRows('all JavaScript', allScripts),
      ...sizeRows('fonts', fonts),
      ...sizeRows('search box, on first use', searchBox),
      ...sizeRows('terms, on first use', terms),
      ...sizeRows('service worker', worker),
      ...sizeRows(IN_ALL, inAll),
      benchRow('requests before idle', 'requests', beforeIdle.length),
      benchRow('requests after', 'requests', afterIdle.length - byWorker.length),
      benchRow('requests after, by the service worker', 'requests', byWorker.length),
    ],
    limits: [
      sizeLimit('boot script, gzip', bootScript.gzip, LIMITS.bootScript),
      sizeLimit('all JavaScript, gzip', allScripts.gzip, LIMITS.scripts),
      sizeLimit(`${IN_ALL}, gzip`, inAll.gzip, LIMITS.scriptsInAll),
      sizeLimit('CSS, gzip', styles.gzip, LIMITS.styles),
      {
        name: 'before idle, other than HTML, one style sheet, one script, rules for links, fonts, pictures and icons',
        unit: 'requests',
        value: excess.length,
        kind: 'at most',
        bound: 0,
      },
    ],
    notes: [
      ...describeRequests(requests),
      ...excess.map(({ kind, path }) => `Not needed before idle: ${kind} ${path}`),
    ],
  }
}

const pathsOf = (kind: string, requests: readonly PageRequest[]) => [
  ...new Set(requests.filter((request) => request.kind === kind).map(({ path }) => path)),
]

const sizeRows = (name: string, { identity, gzip, br }: Sizes): BenchRow[] => [
  benchRow(name, 'KB', identity / KILOBYTE),
  benchRow(`${name}, gzip`, 'KB', gzip / KILOBYTE),
  benchRow(`${name}, br`, 'KB', br / KILOBYTE),
]

const sizeLimit = (name: string, bytes: number, bound: number): BenchLimit => ({
  name,
  unit: 'KB',
  value: bytes / KILOBYTE,
  kind: 'at most',
  bound: bound / KILOBYTE,
})

/**
 * What goes beyond the one document, style sheet, script and set of speculation rules of a page;
 * fonts, pictures and icons may come.
 */
function findExcess(requests: readonly PageRequest[]): PageRequest[] {
  const allowed = new Map([
    ['document', 1],
    ['stylesheet', 1],
    ['script', 1],
    ['speculation rules', 1],
    ['font', Number.POSITIVE_INFINITY],
    ['image', Number.POSITIVE_INFINITY],
    ['icon', Number.POSITIVE_INFINITY],
  ])
  return requests.filter(({ kind }) => {
    const left = allowed.get(kind) ?? 0
    allowed.set(kind, left - 1)
    return left <= 0
  })
}

function describeRequests({ beforeIdle, afterIdle, onSearch, onTerm }: PageRequests): string[] {
  const list = (requests: readonly PageRequest[]) =>
    requests.map(({ kind, path }) => `${kind} ${path}`).join(', ') || 'nothing'
  return [
    `Before idle: ${list(beforeIdle)}.`,
    `After: ${list(afterIdle.filter(({ byWorker }) => !byWorker))}.`,
    `After, by the service worker: ${list(afterIdle.filter(({ byWorker }) => byWorker))}.`,
    `On the first use of the search field: ${list(onSearch)}.`,
    `On the first use of a term: ${list(onTerm)}.`,
  ]
}
