import { useId } from 'react'
import type { ArticleCard } from '#shared/contracts/page.ts'
import { Card } from './Card.tsx'
import { Section } from './Section.tsx'

interface CardListProps {
  heading: string
  cards: readonly ArticleCard[]
  layout: 'grid' | 'lead' | 'row' | 'rail'
  /** For lists that the page's own heading already names. */
  hideHeading?: boolean
  showSection?: boolean
  /** Drawings of the first article's own chart. */
  leadChart?: string | undefined
}

/** Articles under a heading; renders nothing without articles. */
export function CardList(props: CardListProps) {
  const { heading, cards, layout, leadChart, hideHeading, showSection = layout !== 'rail' } = props
  const headingId = useId()
  if (cards.length === 0) return null
  const others = layout === 'grid' ? 'plain' : 'brief'
  return (
    <Section
      id={headingId}
      heading={heading}
      headingClass={hideHeading ? 'visually-hidden' : 'section-title'}
      className={`cards cards-${layout}`}
    >
      <ul>
        {cards.map((card, index) => (
          <li key={card.path}>
            <Card
              card={card}
              variant={layout === 'lead' && index === 0 ? 'lead' : others}
              showSection={showSection}
              chart={index === 0 ? leadChart : undefined}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
