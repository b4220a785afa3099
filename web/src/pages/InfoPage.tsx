import { BodyHtml } from '../components/BodyHtml.tsx'
import { Breadcrumb } from '../components/Breadcrumb.tsx'
import { Contents } from '../components/Contents.tsx'
import { DateTime } from '../components/DateTime.tsx'
import { Sponsored } from '../components/Sponsored.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function InfoPage({ page }: PageProps<'info'>) {
  const strings = useStrings()
  return (
    <article className="article">
      <header className="article-header">
        <Breadcrumb />
        <h1>{page.title}</h1>
        <p className="byline-facts">
          <span>
            {strings.updated} <DateTime instant={page.updatedAt} />
          </span>
        </p>
      </header>
      <div className="article-columns">
        <Contents headings={page.headings} />
        <div className="article-text">
          <BodyHtml html={page.bodyHtml} />
          <Sponsored path={page.path} sponsored={page.sponsored} />
        </div>
      </div>
    </article>
  )
}
