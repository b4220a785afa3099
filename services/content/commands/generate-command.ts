import { realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { Static } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import type { DraftJob } from '#shared/contracts/draft-job.ts'
import { withoutSecrets } from '#shared/known-secrets.ts'
import { type DraftQueue, openDraftQueue } from '#shared/queues/draft-queue.ts'
import { ARTICLE_OPTIONS, describeReasons, wishOf } from '../generation/article-options.ts'
import { type ArticleRequest, resolveRequest } from '../generation/article-request.ts'
import { describeRun, isComplete } from '../generation/describe-end.ts'
import { describeQueue, findQueue } from '../generation/find-queue.ts'
import { followJobs, type TrackedJob } from '../generation/follow-jobs.ts'
import { judgeFailure } from '../generation/judge-failure.ts'
import { makeDraft } from '../generation/make-draft.ts'
import { type GenerationSettings, readSettings } from '../generation/read-settings.ts'
import { readTitles } from '../generation/read-titles.ts'
import { createProgress } from '../generation/show-progress.ts'
import { titlesInUse } from '../generation/titles-in-use.ts'
import { type CommandOutcome, type ContentCommand, readUsage, UsageError } from './command.ts'
import { GenerateEnv, QueueEnv } from './generate-env.ts'

const OPTIONS = {
  ...ARTICLE_OPTIONS,
  titles: { type: 'string' },
  force: { type: 'boolean' },
  resume: { type: 'boolean' },
  discard: { type: 'boolean' },
} as const

/** Of a shell: ended by Ctrl-C. */
const INTERRUPTED = 130
/** Before a title is tried for the second time. */
const RETRY_MS = 2_000

export const generateCommand: ContentCommand = {
  usage: '…',
  summary: `has the language model LLM_MODEL at LLM_URL, with LLM_KEY, write drafts of articles
                     the options of prompt     one article
                     --titles FILE …           one for each line of a file
                     --force                   instead of drafts that are there
                     --resume                  what is left in the queue
                     --discard                 nothing: forgets what is left in the queue`,
  async run(args) {
    const options = readOptions(args)
    const env = { ...process.env, ...(options.locale && { SITE_LOCALE: options.locale }) }
    if (options.discard) return discard(parseEnv(QueueEnv, env))
    const interrupted = interruption()
    const config = parseEnv(GenerateEnv, env)
    const settings = await readSettings(config.CONTENT_DIR, config.SITE_LOCALE)
    const wanted = options.resume ? undefined : await wantedJobs(options, settings)

    const queue = await openQueue(config)
    try {
      if (interrupted.aborted) return { output: 'Nothing was asked for.', exitCode: INTERRUPTED }
      const tracked = await enqueue(queue, wanted, settings)
      if (tracked.length === 0) return { output: 'Nothing is left in the queue.' }
      return await work(queue, tracked, { config, settings, interrupted })
    } finally {
      await queue.close()
    }
  },
}

/** Ctrl-C and its like: the first one ends the command in order, the second one at once. */
function interruption(): AbortSignal {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interrupted.abort())
  }
  return interrupted.signal
}

type Options = ReturnType<typeof readOptions>

function readOptions(args: readonly string[]) {
  const { values } = readUsage(() => parseArgs({ args: [...args], options: OPTIONS }))
  const ways = [values.title, values.titles, values.resume, values.discard]
  if (ways.filter((way) => way !== undefined).length === 1) return values
  throw new UsageError('Say one of --title, --titles, --resume and --discard.')
}

/** @throws {Error} when one of them cannot be asked for; nothing is asked for then */
async function wantedJobs(options: Options, settings: GenerationSettings): Promise<DraftJob[]> {
  const requests = await wantedArticles(options, settings)
  const inUse = titlesInUse(requests, settings)
  if (inUse.length > 0) throw new Error(`No title was asked for:\n  ${inUse.join('\n  ')}`)
  return requests.map((request) => ({ ...request, replace: options.force ?? false }))
}

async function wantedArticles(
  options: Options,
  settings: GenerationSettings,
): Promise<ArticleRequest[]> {
  const wish = wishOf(options)
  if (options.titles !== undefined) return readTitles(options.titles, wish, settings)
  const resolved = resolveRequest(wish, settings)
  if ('reasons' in resolved) throw new Error(describeReasons(resolved.reasons))
  return [resolved.request]
}

/** The folder may have changed while the title was in the queue: nothing is paid for in vain. */
function reasonsAgainstJob(job: DraftJob, settings: GenerationSettings): string[] {
  const resolved = resolveRequest(job, settings)
  if ('reasons' in resolved) return resolved.reasons.map(({ message }) => message)
  return titlesInUse([job], settings)
}

async function openQueue(config: Static<typeof QueueEnv>): Promise<DraftQueue> {
  const home = await findQueue(config)
  const owner = `${hostname()}:${await realpath(config.CONTENT_DIR)}`
  const onFailure = ({ message }: Error) =>
    void process.stderr.write(`queue: ${withoutSecrets(message)}\n`)
  return openDraftQueue(home, owner, { onFailure }).catch((error: Error) => {
    throw new Error(`The queue on ${describeQueue(home)} cannot be used: ${error.message}`)
  })
}

async function discard(config: Static<typeof QueueEnv>): Promise<CommandOutcome> {
  const queue = await openQueue(config)
  try {
    const { length } = await queue.listUnfinished()
    await queue.discard()
    const titles = length === 1 ? '1 title was' : `${length} titles were`
    return { output: `${titles} taken out of the queue.` }
  } finally {
    await queue.close()
  }
}

/**
 * @param wanted `undefined` for what is in the queue already
 * @throws {Error} when the queue holds titles that nobody asks for now: they would cost money
 */
async function enqueue(
  queue: DraftQueue,
  wanted: DraftJob[] | undefined,
  { generation }: GenerationSettings,
): Promise<TrackedJob[]> {
  const unfinished = await queue.listUnfinished()
  if (!wanted) return unfinished
  const others = unfinished.filter(({ job }) => !wanted.some((one) => isDeepStrictEqual(one, job)))
  if (others.length > 0) {
    const titles = others.slice(0, 5).map(({ job }) => `"${job.title}"`)
    throw new Error(
      `${others.length} other titles are in the queue, such as ${titles.join(', ')}. Finish them with --resume, or forget them with --discard.`,
    )
  }
  const ids = await queue.request(wanted, {
    attempts: generation.sending.attempts,
    retryMs: RETRY_MS,
  })
  return wanted.map((job, index) => ({ id: ids[index] ?? '', job }))
}

interface WorkOptions {
  config: Static<typeof GenerateEnv>
  settings: GenerationSettings
  interrupted: AbortSignal
}

async function work(
  queue: DraftQueue,
  tracked: readonly TrackedJob[],
  { config, settings: { generation }, interrupted }: WorkOptions,
): Promise<CommandOutcome> {
  let refusal: Error | undefined
  const refused = new AbortController()

  await queue.work({
    ...generation.sending,
    async make(job, tools) {
      const settings = await readSettings(config.CONTENT_DIR, job.locale)
      const reasons = reasonsAgainstJob(job, settings)
      if (reasons.length > 0) throw new Error(reasons.join('; '))
      const endpoint = { url: config.LLM_URL, key: config.LLM_KEY, model: config.LLM_MODEL }
      return makeDraft(job, { settings, endpoint, ...tools })
    },
    judge(error) {
      const verdict = judgeFailure(error)
      if (verdict.kind === 'stop-work' && error instanceof Error) {
        refusal = error
        refused.abort()
      }
      return verdict
    },
  })
  const progress = createProgress(process.stderr)
  const ends = await followJobs(queue, tracked, {
    signal: AbortSignal.any([interrupted, refused.signal]),
    onState: progress.show,
  }).finally(progress.end)

  const output = describeRun(ends)
  if (refusal) return { output: `${output}\n${refusal.message}`, exitCode: 1 }
  if (interrupted.aborted) return { output, exitCode: INTERRUPTED }
  return { output, exitCode: isComplete(ends) ? 0 : 1 }
}
