import robotsParser from 'robots-parser'

/** The package is CommonJS, and exports the function that its types call `default`. */
const readRules = robotsParser as unknown as typeof robotsParser.default

/** The rules of a robots.txt for one program, by RFC 9309. */
export interface RobotsRules {
  allows(url: URL): boolean
}

export const ALLOWS_ALL: RobotsRules = { allows: () => true }
export const ALLOWS_NOTHING: RobotsRules = { allows: () => false }

/**
 * @param site any address of the site, even if robots.txt was redirected from elsewhere
 * @param agent the name of the program; without rules for it, those for `*` apply
 */
export function parseRobots(text: string, site: URL, agent: string): RobotsRules {
  const rules = readRules(new URL('/robots.txt', site).href, text)
  return { allows: ({ href }) => rules.isAllowed(href, agent) ?? true }
}
