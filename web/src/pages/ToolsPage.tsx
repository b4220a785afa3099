import { JumpList } from '../components/JumpList.tsx'
import { ListHeader } from '../components/ListHeader.tsx'
import { usePageWords } from '../strings/page-words.ts'
import { useStrings } from '../strings/strings-context.ts'
import { TOOLS_PAGE_WORDS } from '../strings/tools-page.ts'
import type { PageProps } from './page-props.ts'

type ToolSection = PageProps<'tools'>['page']['sections'][number]

/** Two categories may have a subcategory of the same name. */
const idOf = ({ path }: ToolSection) => path.slice(1).replace('/', '_')

/** The examples of articles that readers change, each leading to its place. */
export function ToolsPage({ page: { sections } }: PageProps<'tools'>) {
  const strings = useStrings()
  const words = usePageWords(TOOLS_PAGE_WORDS)
  const isEmpty = sections.length === 0
  return (
    <>
      <ListHeader title={strings.tools} description={isEmpty ? words.none : words.intro}>
        <JumpList
          parts={sections.map((section) => ({ id: idOf(section), title: section.title }))}
        />
      </ListHeader>
      <div className="tools">
        {sections.map((section) => (
          <section key={section.path} aria-labelledby={idOf(section)}>
            <h2 id={idOf(section)}>
              <a href={section.path}>{section.title}</a>
            </h2>
            <ul>
              {section.tools.map((tool) => (
                <Tool key={tool.path} tool={tool} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function Tool({ tool }: { tool: ToolSection['tools'][number] }) {
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
