import { useId } from 'react'
import type { SponsoredLink, Sponsored as SponsoredModel } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'
import { useStrings } from '../strings/strings-context.ts'
import { HowWeMakeMoney } from './HowWeMakeMoney.tsx'
import { NewTabLink } from './NewTabLink.tsx'

interface SponsoredProps {
  /** Selects the heading, so that a page always has the same one. */
  path: PagePath
  sponsored: SponsoredModel | undefined
}

/**
 * The paid links of a page, after a note that they are paid; renders nothing without such links.
 */
export function Sponsored({ path, sponsored }: SponsoredProps) {
  const strings = useStrings()
  const headingId = useId()
  if (!sponsored || sponsored.links.length === 0) return null
  const { sponsoredHeadings } = strings
  const choice = fnvHash(path) % sponsoredHeadings.length
  return (
    <section className="sponsored" aria-labelledby={headingId}>
      {choice > 0 && <p className="sponsored-label">{strings.sponsored}</p>}
      <h2 id={headingId}>{sponsoredHeadings[choice]}</h2>
      <p className="sponsored-note">
        {`${strings.sponsoredNote} `}
        <HowWeMakeMoney />
      </p>
      <ul>
        {bySentence(sponsored.links).map((links, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={place}>
            {links.map((link, part) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <PaidLink key={part} link={link} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links of the same sentence form one item. */
function bySentence(links: readonly SponsoredLink[]): SponsoredLink[][] {
  const sentences: SponsoredLink[][] = []
  for (const link of links) {
    const last = sentences.at(-1)
    if (link.continues && last) last.push(link)
    else sentences.push([link])
  }
  return sentences
}

function PaidLink({ link }: { link: SponsoredLink }) {
  return (
    <>
      {link.before}
      <NewTabLink href={link.href} rel="sponsored nofollow noopener">
        {link.text}
      </NewTabLink>
      {link.after}
    </>
  )
}
