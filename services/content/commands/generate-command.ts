import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { textKey } from '../folder/find-repeats.ts'
import {
  ARTICLE_OPTIONS,
  type ArticleRequest,
  type ArticleWish,
  requireRequest,
} from '../generation/article-request.ts'
import { claimFolder } from '../generation/claim-folder.ts'
import { setAside } from '../generation/draft-files.ts'
import { makeDraft } from '../generation/make-draft.ts'
import { type GenerationSettings, readSettings } from '../generation/read-settings.ts'
import { readExistingTitles, refuse } from '../generation/read-titles.ts'
import { createProgress, describeRun, isComplete } from '../generation/show-progress.ts'
import { writeDrafts } from '../generation/write-drafts.ts'
import { type ContentCommand, FolderEnv, readOptions, UsageError } from './command.ts'

/** Which language model writes drafts, and for which folder. */
const GenerateEnv = Type.Object({
  ...FolderEnv.properties,
  /** With or without `/chat/completions`. */
  LLM_URL: Type.String({ pattern: '^https?://[^\\s@]+$' }),
  /** Most endpoints on one's own machine need none. */
  LLM_KEY: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]+$' })),
  LLM_MODEL: Type.String({ minLength: 1 }),
})

/** The exit code that shells expect of a command that Ctrl-C has ended. */
const INTERRUPTED = 130

export const generateCommand: ContentCommand = {
  usage: '…',
  summary: `has the language model LLM_MODEL at LLM_URL, with LLM_KEY, write drafts of articles
                     the options of prompt     one article
                     --titles FILE …           one for each line of a file
                     --force                   instead of drafts that are there`,
  async run(args) {
    const { locale, titles, force, ...wish } = readOptions(args, {
      ...ARTICLE_OPTIONS,
      titles: { type: 'string' },
      force: { type: 'boolean' },
    })
    if ((wish.title === undefined) === (titles === undefined)) {
      throw new UsageError('Give either --title or --titles.')
    }
    const interrupted = interruption()
    const env = { ...process.env, ...(locale && { SITE_LOCALE: locale }) }
    const config = parseEnv(GenerateEnv, env)
    const settings = await readSettings(config.CONTENT_DIR, config.SITE_LOCALE)
    const requests = await resolveRequests(titles, wish, settings)
    const endpoint = { url: config.LLM_URL, key: config.LLM_KEY, model: config.LLM_MODEL }

    const release = await claimFolder(settings.folder, {
      signal: interrupted,
      onWait: (reason) => process.stderr.write(`${reason}\n`),
    })
    if (!release) return { output: 'Nothing was generated.', exitCode: INTERRUPTED }
    try {
      if (force) await setAside(settings.folder, requests)
      const progress = createProgress(process.stderr)
      const run = await writeDrafts(
        requests,
        (request, tools) => makeDraft(request, { settings, endpoint, ...tools }),
        { sending: settings.generation.sending, signal: interrupted, onState: progress.show },
      ).finally(progress.end)
      const output = describeRun(run.ends)
      if (run.refusal) return { output: `${output}\n${run.refusal.message}`, exitCode: 1 }
      if (interrupted.aborted) return { output, exitCode: INTERRUPTED }
      return { output, exitCode: isComplete(run.ends) ? 0 : 1 }
    } finally {
      await release()
    }
  },
}

/** Aborts at the first Ctrl-C or similar signal, to end in order. A second one ends the process. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interrupted.abort())
  }
  return interrupted.signal
}

/** @throws {Error} if any of the titles cannot be requested; then none is */
async function resolveRequests(
  titles: string | undefined,
  wish: ArticleWish,
  settings: GenerationSettings,
): Promise<ArticleRequest[]> {
  const requests =
    titles === undefined
      ? [requireRequest(wish, settings)]
      : await readExistingTitles(titles, wish, settings)
  const articles = new Map(settings.tree.articles.map((article) => [article.slug, article]))
  // A request with the title of an existing article means that article.
  const inUse = requests.flatMap(({ title, slug }) => {
    const article = articles.get(slug)
    if (!article || article.titleKey === textKey(title)) return []
    return [`"${title}": "${slug}" is the slug of ${article.file}; choose another with --slug`]
  })
  refuse(inUse)
  return requests
}
