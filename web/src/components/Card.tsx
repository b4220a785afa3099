import type { ArticleCard } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { DateTime } from './DateTime.tsx'
import { LeadChart } from './LeadChart.tsx'

interface CardProps {
  card: ArticleCard
  variant?: 'lead' | 'plain' | 'brief'
  /** False where every card is of the same section. */
  showSection?: boolean
  /** Drawings of the article's own chart, below its text. */
  chart?: string | undefined
}

export function Card({ card, variant = 'plain', showSection = true, chart }: CardProps) {
  const strings = useStrings()
  return (
    <article className={`card card-${variant}`}>
      {showSection && (
        <a className="card-section" href={card.section.path}>
          {card.section.title}
        </a>
      )}
      <div className="card-text">
        <h3 className="card-title">
          <a href={card.path}>{card.title}</a>
        </h3>
        {variant !== 'brief' && <p className="card-description">{card.description}</p>}
        <p className="card-meta">
          <a href={card.author.path}>{card.author.title}</a>
          <span className="card-when">
            <DateTime instant={card.publishedAt} />
            <span>{strings.readingTime(card.readingMinutes)}</span>
          </span>
        </p>
      </div>
      {chart !== undefined && <LeadChart drawings={chart} />}
    </article>
  )
}
