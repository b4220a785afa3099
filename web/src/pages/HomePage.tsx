import { CardList } from '../components/CardList.tsx'
import { CategoryStrip } from '../components/CategoryStrip.tsx'
import { DateTime } from '../components/DateTime.tsx'
import { LinkList } from '../components/LinkList.tsx'
import { Section } from '../components/Section.tsx'
import { HOME_PAGE_WORDS } from '../strings/home-page.ts'
import { usePageWords } from '../strings/page-words.ts'
import type { Strings } from '../strings/strings.ts'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

type HomeModel = PageProps<'home'>['page']

export function HomePage({ page }: PageProps<'home'>) {
  const strings = useStrings()
  const words = usePageWords(HOME_PAGE_WORDS)
  const links = firstLinks(page, strings)
  return (
    <div className="home">
      <div className="page-header">
        <h1 className="tagline">{page.tagline}</h1>
        {links.length > 0 && <LinkList className="chips" label={strings.startHere} links={links} />}
      </div>
      <CardList
        heading={strings.topNotch}
        cards={page.topNotch}
        layout="lead"
        leadChart={page.leadChart}
      />
      {page.guides && <Guides guides={page.guides} />}
      {page.figures && <Figures figures={page.figures} />}
      <WaysIn page={page} />
      <div className="strips">
        {page.strips.map((strip) => (
          <CategoryStrip key={strip.path} strip={strip} />
        ))}
      </div>
      <CardList heading={strings.favoriteArticles} cards={page.favorites} layout="row" />
      <Section id="how-we-work" heading={words.howWeWork} className="how-we-work">
        <p>
          {words.howWeWorkText} <a href="/info/about-us">{words.howWeWorkLink}</a>.
        </p>
      </Section>
    </div>
  )
}

/** What most readers come for, in the first window of a phone. */
const firstLinks = ({ guides, hasTools, figures }: HomeModel, strings: Strings) => [
  ...(guides ? [{ title: strings.startHere, path: '/guides' }] : []),
  ...(hasTools ? [{ title: strings.tools, path: '/tools' }] : []),
  ...(figures ? [{ title: strings.facts, path: '/facts' }] : []),
]

function Guides({ guides }: { guides: NonNullable<HomeModel['guides']> }) {
  const strings = useStrings()
  return (
    <Section
      id="start-here"
      heading={strings.startHere}
      headingClass="section-title"
      className="home-guides"
    >
      <ul>
        {guides.map(({ path, title, description }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Rates and limits of the day, each leading to its source and its former values. */
function Figures({ figures }: { figures: NonNullable<HomeModel['figures']> }) {
  const strings = useStrings()
  const words = usePageWords(HOME_PAGE_WORDS)
  return (
    <Section
      id="figures"
      heading={strings.facts}
      headingClass="section-title"
      className="home-figures"
    >
      <ul>
        {figures.map(({ path, title, is, from, ended }) => (
          <li key={path}>
            <strong>{is}</strong>
            <a href={path}>{title}</a>
            <p>
              {ended === undefined ? words.since : words.ended} <DateTime instant={ended ?? from} />
            </p>
          </li>
        ))}
      </ul>
      <a className="arrow-link" href="/facts">
        {words.allFigures}
      </a>
    </Section>
  )
}

function WaysIn({ page: { hasTools, tools, terms } }: { page: HomeModel }) {
  const strings = useStrings()
  const words = usePageWords(HOME_PAGE_WORDS)
  if (!hasTools && !terms) return null
  return (
    <div className="ways-in">
      {hasTools && (
        <Section
          id="calculators"
          heading={strings.toolsInvitation}
          headingClass="section-title"
          className="home-tools"
        >
          {tools && (
            <ul>
              {tools.map(({ path, title, description }) => (
                <li key={path}>
                  <a href={path}>{title}</a>
                  <p>{description}</p>
                </li>
              ))}
            </ul>
          )}
          <a className="arrow-link" href="/tools">
            {words.allTools}
          </a>
        </Section>
      )}
      {terms && (
        <Section
          id="words"
          heading={words.terms}
          headingClass="section-title"
          className="home-terms"
        >
          <LinkList className="chips" links={terms} />
        </Section>
      )}
    </div>
  )
}
