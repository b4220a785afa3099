import { ListHeader } from '../components/ListHeader.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

type Category = PageProps<'tools'>['page']['categories'][number]

/** The examples of articles that readers change, each leading to its place. */
export function ToolsPage({ page }: PageProps<'tools'>) {
  const strings = useStrings()
  const isEmpty = page.categories.length === 0
  return (
    <>
      <ListHeader
        title={strings.tools}
        description={isEmpty ? strings.noTools : strings.toolsIntro}
      />
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
  const strings = useStrings()
  return (
    <li>
      <h3>
        <a href={path}>{caption}</a>
      </h3>
      <p>
        {strings.toolInputs} {inputs.join('; ')}.
      </p>
      {results.length > 0 && (
        <p>
          {strings.toolResults} {results.join('; ')}.
        </p>
      )}
      <p>
        {strings.toolArticle} <a href={article.path}>{article.title}</a>
      </p>
    </li>
  )
}
