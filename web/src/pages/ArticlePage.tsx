import { Answer } from '../components/Answer.tsx'
import { AuthorBox } from '../components/AuthorBox.tsx'
import { BodyHtml } from '../components/BodyHtml.tsx'
import { Breadcrumb } from '../components/Breadcrumb.tsx'
import { Byline } from '../components/Byline.tsx'
import { CardList } from '../components/CardList.tsx'
import { Contents } from '../components/Contents.tsx'
import { CopyLink } from '../components/CopyLink.tsx'
import { Changes, Corrections } from '../components/Corrections.tsx'
import { Sources } from '../components/Sources.tsx'
import { Sponsored } from '../components/Sponsored.tsx'
import { Takeaways } from '../components/Takeaways.tsx'
import { Terms } from '../components/Terms.tsx'
import { TrustedHtml } from '../components/TrustedHtml.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function ArticlePage({ page }: PageProps<'article'>) {
  const strings = useStrings()
  const { article, author } = page
  return (
    <>
      <article className="article">
        <header className="article-header">
          <Breadcrumb links={page.breadcrumb} />
          <h1>{article.title}</h1>
          {!article.descriptionRepeatsText && article.answer === undefined && (
            <p className="standfirst">{article.description}</p>
          )}
          <Answer answer={article.answer} />
          <Byline
            path={page.path}
            article={article}
            author={author}
            isSponsored={page.sponsored !== undefined && page.sponsored.links.length > 0}
          />
        </header>
        <div className="article-columns">
          <div className="article-lists">
            <Contents headings={article.headings} />
            <Takeaways takeaways={article.takeaways} />
          </div>
          <div className="article-text">
            <BodyHtml html={article.bodyHtml} />
            <CopyLink path={page.path} />
            <TrustedHtml className="article-end" html={page.endHtml ?? ''} />
            <Terms terms={article.terms} />
            <Changes changes={article.changes} />
            <Corrections corrections={article.corrections} />
            <Sources sources={article.sources} />
            <AuthorBox author={author} />
            <Sponsored path={page.path} sponsored={page.sponsored} />
          </div>
        </div>
      </article>
      <CardList heading={strings.moreStuff} cards={page.related} layout="row" />
    </>
  )
}
