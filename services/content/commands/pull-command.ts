import { parseEnv } from '#shared/config.ts'
import { askJson, findSources } from '../explain/ask-json.ts'
import { ContentError, type ContentProblem, describeProblem } from '../folder/content-problem.ts'
import { type ContentTree, readTree } from '../folder/read-content.ts'
import { isWhole } from '../folder/read-site-files.ts'
import { brokenLinks } from '../lint/lint-content.ts'
import { type EditsForFiles, EditsForFiles as EditsShape } from '../merging/edits-for-files.ts'
import { type PulledFile, planPull, planSitePull, writePull } from '../merging/pull-edits.ts'
import { type ContentCommand, FolderEnv, readOptions } from './command.ts'

export const pullCommand: ContentCommand = {
  usage: '[options]',
  summary: `writes into the content folder what was edited through the API of the running site
                     --check                   writes nothing, and fails if there is something to write`,
  async run(args) {
    const { check } = readOptions(args, { check: { type: 'boolean', default: false } })
    const { CONTENT_DIR, SITE_LOCALE } = parseEnv(FolderEnv, process.env)
    const { content } = await findSources(process.env, { asEditor: true })
    const { tree, problems } = await readTree(CONTENT_DIR, SITE_LOCALE)
    if (!isWhole(tree)) throw new ContentError(problems)
    const conflicts: ContentProblem[] = []
    const pulled: PulledFile[] = []
    const claimed = new Set<string>()
    let after: string | undefined
    do {
      const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
      const answer: EditsForFiles = await askJson(
        content,
        { path: `/edits-for-files${query}` },
        EditsShape,
      )
      for (const edit of answer.siteFiles ?? []) {
        const file = await planSitePull(tree, edit, conflicts)
        if (file) pulled.push(file)
      }
      for (const edit of answer.edits) {
        const file = await planPull(tree, edit, conflicts, claimed)
        if (file) pulled.push(file)
      }
      after = answer.after
    } while (after !== undefined)
    if (conflicts.length > 0) throw new ContentError(conflicts, 'nothing was written')
    if (!check) for (const file of pulled) await writePull(CONTENT_DIR, file)
    const lines = [...pulled.map(describe), ...(await describeBroken(tree, pulled))]
    return {
      output: [...lines, describeOutcome(pulled.length, check)].join('\n'),
      exitCode: check && pulled.length > 0 ? 1 : 0,
    }
  },
}

function describe({ file, how, to }: PulledFile): string {
  if (how === 'back') return `${file}: back, because it was changed through the API`
  return to === undefined
    ? `${file}: ${how}`
    : `${file}: ${how} through the API, so it goes to ${to}`
}

/** What leads to withdrawn articles: an import refuses it. */
async function describeBroken(tree: ContentTree, pulled: readonly PulledFile[]): Promise<string[]> {
  const gone = new Set(pulled.flatMap(({ file, how }) => (how === 'withdrawn' ? file : [])))
  if (gone.size === 0) return []
  const articles = tree.articles.filter(({ file }) => !gone.has(file))
  const broken = await brokenLinks({ ...tree, articles })
  if (broken.length === 0) return []
  return [
    'these lead to what is withdrawn, or to nothing: change them before the next import',
    ...broken.map(describeProblem),
  ]
}

function describeOutcome(count: number, isCheck: boolean): string {
  if (count === 0) return 'the files have all that was edited through the API'
  const files = `${count} ${count === 1 ? 'file' : 'files'}`
  return isCheck
    ? `${files} to write; nothing was written: npm run content -- pull`
    : `${files} written: look at the difference, then commit it`
}
