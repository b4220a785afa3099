import { useId } from 'react'
import type { HomePage } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Card } from './Card.tsx'

/** A category on the home page, with its newest articles. */
export function CategoryStrip({ strip }: { strip: HomePage['strips'][number] }) {
  const strings = useStrings()
  const headingId = useId()
  return (
    <section className="strip" aria-labelledby={headingId}>
      <div className="strip-about">
        <h2 id={headingId}>
          <a href={strip.path}>{strip.title}</a>
        </h2>
        <p>{strip.description}</p>
        <a className="arrow-link" href={strip.path}>
          {strings.allOf(strip.title)}
        </a>
      </div>
      {strip.articles.length > 0 ? (
        <ul className="strip-cards">
          {strip.articles.map((card) => (
            <li key={card.path}>
              <Card card={card} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="strip-empty">{strings.noOtherArticle}</p>
      )}
    </section>
  )
}
