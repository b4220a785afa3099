import type { Source } from '#shared/contracts/page.ts'
import { sourceElementId } from '#shared/text/source-element-id.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Section } from './Section.tsx'

export function Sources({ sources }: { sources: readonly Source[] }) {
  const strings = useStrings()
  if (sources.length === 0) return null
  return (
    <Section id="article-sources" heading={strings.sources} className="sources">
      <ol>
        {sources.map((source) => (
          <li key={source.url} id={source.key && sourceElementId(source.key)}>
            <a href={source.url} rel="noopener">
              {source.title}
            </a>
          </li>
        ))}
      </ol>
    </Section>
  )
}
