import { PAGE_KINDS } from '../../tests/support/site/page-paths.ts'
import { benchRow, type Say } from '../support/bench-report.ts'
import { CATEGORIES, type Category, type Lighthouse, type LighthouseVerdict } from './lighthouse.ts'
import type { Part } from './report-part.ts'

const JUDGED = ['home', 'subcategory', 'article', 'author', 'search'] as const
/** Pages that ask search engines to leave them out. */
const UNLISTED: ReadonlySet<string> = new Set(['search'])

const MIN_SCORES: Record<Category, number> = {
  performance: 99,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}

/** Lighthouse's scores for one page of each kind that readers open first. */
export async function judgePages(lighthouse: Lighthouse, url: string, say: Say): Promise<Part> {
  const part: Part = { rows: [], limits: [], notes: [NOTE] }
  for (const kind of JUDGED) {
    say(`Lighthouse: ${kind}`)
    const name = (what: string) => `Lighthouse, ${kind}: ${what}`
    const skip = UNLISTED.has(kind) ? ['is-crawlable'] : []
    const verdict = await lighthouse.judge(url + PAGE_KINDS[kind], { skip })
    for (const { what, unit, value, limit, bound } of figuresOf(verdict)) {
      part.rows.push(benchRow(name(what), unit, value))
      part.limits.push({ name: name(what), unit, value, kind: limit, bound })
    }
    part.notes.push(...verdict.failed.map(name))
  }
  return part
}

const NOTE =
  'Lighthouse: mobile preset, simulated slowness, medians of several runs. It was not asked whether search engines may list the search page: we ask them not to.'

const figuresOf = ({ scores, layoutShift, blocked }: LighthouseVerdict) => [
  ...CATEGORIES.map((category) => ({
    what: category,
    unit: 'points',
    value: scores[category],
    limit: 'at least' as const,
    bound: MIN_SCORES[category],
  })),
  { what: 'layout shift', unit: '', value: layoutShift, limit: 'at most' as const, bound: 0 },
  { what: 'blocking time', unit: 'ms', value: blocked, limit: 'at most' as const, bound: 0 },
]
