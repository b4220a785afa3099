import type { Source } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

export function Sources({ sources }: { sources: readonly Source[] }) {
  const strings = useStrings()
  if (sources.length === 0) return null
  return (
    <section className="sources" aria-labelledby="article-sources">
      <h2 id="article-sources">{strings.sources}</h2>
      <ol>
        {sources.map((source) => (
          <li key={source.url}>
            <a href={source.url} rel="noopener">
              {source.title}
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
