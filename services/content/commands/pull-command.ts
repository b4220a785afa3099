import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import type { Locale, PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import { type AskedService, askJson, findSources } from '../explain/ask-json.ts'
import {
  ContentError,
  type ContentProblem,
  describeProblem,
  isError,
} from '../folder/content-problem.ts'
import { readTree } from '../folder/read-content.ts'
import { isWhole } from '../folder/read-site-files.ts'
import { createArticleThreads } from '../lint/article-threads.ts'
import { lintTree } from '../lint/lint-content.ts'
import {
  type EditsForFiles,
  EditsForFiles as EditsShape,
  versionsOfEdit,
} from '../merging/edits-for-files.ts'
import {
  type PullContext,
  type PulledFile,
  planPull,
  planSitePull,
  writePull,
} from '../merging/pull-edits.ts'
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
    if (!isWhole(tree)) throw new ContentError(problems, 'nothing was written')
    const conflicts: ContentProblem[] = []
    const pulled: PulledFile[] = []
    const moved = new Map<PagePath, PagePath>()
    const context: PullContext = {
      claimed: new Set(),
      reserved: new Set(),
      isNew: (slug) => isNew(content, slug),
    }
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
        const file = await planPull(tree, edit, conflicts, context)
        if (file) pulled.push(file)
        for (const { slug } of versionsOfEdit(edit))
          if (slug !== edit.stored.slug) moved.set(articlePath(slug), articlePath(edit.stored.slug))
      }
      after = answer.after
    } while (after !== undefined)
    if (conflicts.length > 0) throw new ContentError(conflicts, 'nothing was written')
    if (!check) for (const file of pulled) await writePull(CONTENT_DIR, file)
    const refused =
      check || pulled.length === 0 ? [] : await errorsIn(CONTENT_DIR, SITE_LOCALE, moved)
    const lines = [...pulled.map(describe), ...describeRefused(refused)]
    return {
      output: [...lines, describeOutcome(pulled.length, check)].join('\n'),
      exitCode: check && pulled.length > 0 ? 1 : 0,
    }
  },
}

const NO_ARTICLE = 'There is no such article'

/** Whether no article is at this address. */
async function isNew(content: AskedService, slug: string): Promise<boolean> {
  const question = { path: `/articles/${slug}`, ifMissing: NO_ARTICLE }
  return askJson(content, question, Type.Unknown()).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Error && error.message === NO_ARTICLE) return true
      throw error
    },
  )
}

function describe({ file, how, to }: PulledFile): string {
  if (how === 'back') return `${file}: back, because it was changed through the API`
  return to === undefined
    ? `${file}: ${how}`
    : `${file}: ${how} through the API, so it goes to ${to}`
}

/** What an import would refuse: a link to what was renamed or withdrawn, an author with another name. */
async function errorsIn(
  folder: string,
  locale: Locale,
  moved: ReadonlyMap<PagePath, PagePath>,
): Promise<ContentProblem[]> {
  await using threads = createArticleThreads()
  const { tree, problems } = await readTree(folder, locale, { summarise: threads.summarise })
  const options = { movedFrom: async (path: PagePath) => moved.get(path) }
  return [...problems, ...(await lintTree(tree, new Date(), options, threads))].filter(isError)
}

const describeRefused = (problems: readonly ContentProblem[]): string[] =>
  problems.length === 0
    ? []
    : [
        'lint refuses this now, and so will an import of these files: change it before the next one',
        ...problems.map(describeProblem),
      ]

function describeOutcome(count: number, isCheck: boolean): string {
  if (count === 0) return 'the files have all that was edited through the API'
  const files = `${count} ${count === 1 ? 'file' : 'files'}`
  return isCheck
    ? `${files} to write; nothing was written: npm run content -- pull`
    : `${files} written: look at the difference, then commit it`
}
