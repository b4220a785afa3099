import { ListHeader } from '../components/ListHeader.tsx'
import { usePageWords } from '../strings/page-words.ts'
import { useStrings } from '../strings/strings-context.ts'
import { TOOLS_PAGE_WORDS } from '../strings/tools-page.ts'
import type { PageProps } from './page-props.ts'

type Category = PageProps<'tools'>['page']['categories'][number]

/** The examples of articles that readers change, each leading to its place. */
export function ToolsPage({ page }: PageProps<'tools'>) {
  const strings = useStrings()
  const words = usePageWords(TOOLS_PAGE_WORDS)
  const isEmpty = page.categories.length === 0
  return (
    <>
      <ListHeader title={strings.tools} description={isEmpty ? words.none : words.intro} />
      <div className="tools">
        {page.categories.map((category) => (
          <section key={category.path}>
            <h2>
              <a href={category.path}>{category.title}</a>
            </h2>
            <ul>
              {category.tools.map((tool) => (
                <Tool key={tool.path} tool={tool} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function Tool({ tool }: { tool: Category['tools'][number] }) {
  const { caption, inputs, results, path, article } = tool
  const words = usePageWords(TOOLS_PAGE_WORDS)
  return (
    <li>
      <h3>
        <a href={path}>{caption}</a>
      </h3>
      <p>
        {words.inputs} {inputs.join('; ')}.
      </p>
      {results.length > 0 && (
        <p>
          {words.results} {results.join('; ')}.
        </p>
      )}
      <p>
        {words.article} <a href={article.path}>{article.title}</a>
      </p>
    </li>
  )
}
