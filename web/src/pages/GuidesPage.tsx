import { ListHeader } from '../components/ListHeader.tsx'
import { Section } from '../components/Section.tsx'
import { GUIDES_PAGE_WORDS } from '../strings/guides-page.ts'
import { usePageWords } from '../strings/page-words.ts'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

/** Articles in an order, for readers who begin with a subject. */
export function GuidesPage({ page }: PageProps<'guides'>) {
  const strings = useStrings()
  const words = usePageWords(GUIDES_PAGE_WORDS)
  const isEmpty = page.guides.length === 0
  return (
    <>
      <ListHeader title={strings.startHere} description={isEmpty ? words.none : words.intro} />
      <div className="guides">
        {page.guides.map(({ slug, title, description, steps }) => (
          <Section key={slug} id={slug} heading={title}>
            <p>{description}</p>
            <ol>
              {steps.map((step) => (
                <li key={step.path}>
                  <a href={step.path}>{step.title}</a>
                  <p>{step.why}</p>
                </li>
              ))}
            </ol>
          </Section>
        ))}
      </div>
    </>
  )
}
