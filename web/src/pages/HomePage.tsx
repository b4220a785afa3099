import { CardList } from '../components/CardList.tsx'
import { CategoryStrip } from '../components/CategoryStrip.tsx'
import { Section } from '../components/Section.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function HomePage({ page }: PageProps<'home'>) {
  const strings = useStrings()
  return (
    <div className="home">
      <h1 className="tagline">{page.tagline}</h1>
      <CardList
        heading={strings.topNotch}
        cards={page.topNotch}
        layout="lead"
        leadChart={page.leadChart}
      />
      {page.guides && (
        <Section
          id="start-here"
          heading={strings.startHere}
          headingClass="section-title"
          className="home-guides"
        >
          <ul>
            {page.guides.map(({ path, title, description }) => (
              <li key={path}>
                <a href={path}>{title}</a>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {page.hasTools && (
        <p className="home-tools">
          <a href="/tools">{strings.toolsInvitation}</a>
        </p>
      )}
      <div className="strips">
        {page.strips.map((strip) => (
          <CategoryStrip key={strip.path} strip={strip} />
        ))}
      </div>
      <CardList heading={strings.favoriteArticles} cards={page.favorites} layout="row" />
      <Section id="how-we-work" heading={strings.howWeWork} className="how-we-work">
        <p>
          {strings.howWeWorkText} <a href="/info/about-us">{strings.howWeWorkLink}</a>.
        </p>
      </Section>
    </div>
  )
}
