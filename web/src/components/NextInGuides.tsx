import type { ArticlePage } from '#shared/contracts/page.ts'
import type { ArticleEndWords } from '../strings/article-end.ts'

interface NextInGuidesProps {
  guides: ArticlePage['guides']
  words: ArticleEndWords
}

/**
 * What comes after an article in the guides in which it stands. All of them are named, by which ever
 * the reader came: few articles stand in two.
 */
export function NextInGuides({ guides, words }: NextInGuidesProps) {
  return (
    guides && (
      <nav className="next-in-guides" aria-label={words.guides}>
        {guides.map(({ title, path, number, length, next }) => (
          <div key={path}>
            <p>
              <a href={path}>{title}</a> · {words.step(number, length)}
            </p>
            <p>
              {next ? words.next : words.lastStep}{' '}
              <a href={next?.path ?? '/guides'}>{next?.title ?? words.otherGuides}</a>
            </p>
          </div>
        ))}
      </nav>
    )
  )
}
