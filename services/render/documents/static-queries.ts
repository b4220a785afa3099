import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'

/** The one body of an entry that holds an answer. */
export const ANSWER_BODY = 'answer'

const ADDRESS = /^\/page-data\/sq\/d\/\d{1,10}\.json$/

/** Whether this can be the address of an answer, present or earlier. */
export const isStaticQueryPath = (path: string): boolean => ADDRESS.test(path)

/** Computed once per shell: all pages of one snapshot share theirs. */
const known = new WeakMap<Shell, ReturnType<typeof answer>>()

/**
 * The data from which the header and footer of every page are made: the JSON of each answer by its
 * address, and the hashes that name them: decimal 32-bit numbers, as Gatsby's are.
 *
 * Each answer's name is a hash of its text, so the text under a name never changes, and a page with
 * another header names other answers.
 */
export function staticQueriesOf(shell: Shell) {
  const made = known.get(shell) ?? answer(shell)
  known.set(shell, made)
  return made
}

/**
 * The data of header and footer. Tagline, office and scripts are left out: they are not shown there, so
 * a change to them must not change the answers' names.
 */
function answer({ menu, thirdPartyScripts: _scripts, site, ...rest }: Shell) {
  const { tagline: _tagline, office: _office, ...shown } = site
  const answers = new Map<PagePath, string>()
  const hashes = [{ site: shown, ...rest }, { menu }].map((data) => {
    const text = JSON.stringify({ data })
    const hash = String(fnvHash(text))
    answers.set(`/page-data/sq/d/${hash}.json`, text)
    return hash
  })
  return { hashes, answers }
}
