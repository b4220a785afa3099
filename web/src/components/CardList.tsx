import { useId } from 'react'
import type { ArticleCard } from '#shared/contracts/page.ts'
import { Card } from './Card.tsx'

interface CardListProps {
  heading: string
  cards: readonly ArticleCard[]
  layout: 'grid' | 'lead' | 'row' | 'rail'
  /** For lists that the page's own heading already names. */
  hideHeading?: boolean
  showSection?: boolean
}

/** Articles under a heading; nothing at all when there are none. */
export function CardList({ heading, cards, layout, hideHeading, showSection }: CardListProps) {
  const headingId = useId()
  if (cards.length === 0) return null
  return (
    <section className={`cards cards-${layout}`} aria-labelledby={headingId}>
      <h2 id={headingId} className={hideHeading ? 'visually-hidden' : 'section-title'}>
        {heading}
      </h2>
      <ul>
        {cards.map((card, index) => (
          <li key={card.path}>
            <Card
              card={card}
              variant={chooseVariant(layout, index)}
              showSection={showSection ?? layout !== 'rail'}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function chooseVariant(layout: CardListProps['layout'], index: number) {
  if (layout === 'lead') return index === 0 ? 'lead' : 'brief'
  return layout === 'grid' ? 'plain' : 'brief'
}
