/** What a robots.txt says to one program, by RFC 9309. */
export interface RobotsRules {
  /** @param path of an address, with its query */
  allows(path: string): boolean
}

interface Rule {
  allow: boolean
  /** Longer patterns say more and win. */
  length: number
  matches(path: string): boolean
}

export const ALLOWS_ALL: RobotsRules = { allows: () => true }
export const ALLOWS_NOTHING: RobotsRules = { allows: () => false }

/** Rules of one file that are read; nobody needs more. */
const MOST_RULES = 5_000

/** @param agent the name of the program, in lower case; without rules for it, those for `*` hold */
export function parseRobots(text: string, agent: string): RobotsRules {
  const rules = { own: [] as Rule[], all: [] as Rule[] }
  let named = new Set<keyof typeof rules>()
  let isOpen = false
  let hasOwn = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const parts = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line)
    const [field, value] = [parts?.[1]?.toLowerCase(), parts?.[2]?.trim() ?? '']
    if (field === 'user-agent') {
      // Names that follow each other share the rules below them.
      if (!isOpen) named = new Set()
      isOpen = true
      if (value === '*') named.add('all')
      if (value.toLowerCase() === agent) {
        named.add('own')
        hasOwn = true
      }
    } else if (field === 'allow' || field === 'disallow') {
      isOpen = false
      if (value === '') continue
      for (const group of named) {
        if (rules[group].length < MOST_RULES) rules[group].push(ruleOf(field === 'allow', value))
      }
    }
  }
  const inForce = hasOwn ? rules.own : rules.all
  return {
    allows(path) {
      const matching = inForce.filter((rule) => rule.matches(path))
      const longest = Math.max(0, ...matching.map(({ length }) => length))
      const strongest = matching.filter(({ length }) => length === longest)
      return strongest.length === 0 || strongest.some(({ allow }) => allow)
    },
  }
}

function ruleOf(allow: boolean, pattern: string): Rule {
  const isWhole = pattern.endsWith('$')
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  return {
    allow,
    length: pattern.length,
    matches: (path) => matchesPieces(path, pieces, isWhole),
  }
}

/** Piece after piece, each as early as it can be: no pattern takes longer than its text. */
function matchesPieces(path: string, pieces: readonly string[], isWhole: boolean): boolean {
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  const last = isWhole ? rest.pop() : undefined
  if (isWhole && last === undefined) return path === first
  let at = first.length
  for (const piece of rest) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last))
}
