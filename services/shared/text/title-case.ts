/** Words that are not written like others, by their lower-case form. */
const SPECIAL = new Map(
  ['DeFi', 'NFT', 'NFTs', 'ETF', 'ETFs', 'API', 'IPO'].map((word) => [word.toLowerCase(), word]),
)

/** Lower case, as in `Terms of Use`, unless they come first. */
const SMALL = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'vs', 'with'])

/** A title for a slug that has none of its own: `defi-and-nfts` becomes `DeFi and NFTs`. */
export function titleCase(slug: string): string {
  return slug
    .split('-')
    .filter((word) => word !== '')
    .map((word, at) => {
      const special = SPECIAL.get(word.toLowerCase())
      if (special !== undefined) return special
      return at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
}
