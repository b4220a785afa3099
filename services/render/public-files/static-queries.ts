import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'

/** The one body of an entry that holds an answer. */
export const ANSWER_BODY = 'answer'

/** What the header and footer of every page are made of. */
export interface StaticQueries {
  /** Decimal 32-bit numbers, as Gatsby's are. */
  hashes: readonly string[]
  /** The JSON of each answer, by its address. */
  answers: ReadonlyMap<PagePath, string>
}

const ADDRESS = /^\/page-data\/sq\/d\/\d{1,10}\.json$/

/** Whether it can be the address of an answer, of now or of before. */
export const isStaticQueryPath = (path: string): boolean => ADDRESS.test(path)

/** Pages of one snapshot share their shell, and this with it. */
const known = new WeakMap<Shell, StaticQueries>()

/**
 * The answers are named by what they say: nothing under a name ever changes, and a page that names
 * another one shows another header.
 */
export function staticQueriesOf(shell: Shell): StaticQueries {
  const made = known.get(shell) ?? answer(shell)
  known.set(shell, made)
  return made
}

/** All that header and footer show; which scripts the site passes on, neither of them says. */
function answer({ menu, thirdPartyScripts: _, ...site }: Shell): StaticQueries {
  const answers = new Map<PagePath, string>()
  const hashes = [site, { menu }].map((data) => {
    const text = JSON.stringify({ data })
    const hash = String(fnvHash(text))
    answers.set(`/page-data/sq/d/${hash}.json`, text)
    return hash
  })
  return { hashes, answers }
}
