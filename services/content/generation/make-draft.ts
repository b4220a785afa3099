import type { DraftJob, DraftOutcome, DraftProgress } from '#shared/contracts/draft-job.ts'
import { isThere } from '../import/read-text.ts'
import { askChat, type ChatEndpoint } from './ask-chat.ts'
import { buildPrompt, repairRequest } from './build-prompt.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { checkDraft, type Finding, findingOf } from './check-draft.ts'
import { cleanAnswer } from './clean-answer.ts'
import { composeDraft } from './compose-draft.ts'
import { draftFile, rejectedFile, rejectedText, removeFile, writeOnce } from './draft-files.ts'
import type { GenerationSettings } from './read-settings.ts'

export interface MakeDraftOptions {
  settings: GenerationSettings
  endpoint: ChatEndpoint
  /** Ends the work; its reason is thrown as it is. */
  signal: AbortSignal
  report: (progress: DraftProgress) => void
}

interface Attempt {
  answer: string
  text: string
  findings: Finding[]
}

/**
 * Has one article written and keeps it as a draft. Safe to repeat: a draft that is there is left
 * alone, unless the job says that it may be replaced, and never is there more than one.
 *
 * An answer that lint finds something wrong in is sent back once. If an import would refuse the next
 * one, too, it is kept beside the drafts with the reasons, and not asked for again.
 *
 * @throws {ChatFailure} when the language model does not answer
 */
export async function makeDraft(job: DraftJob, options: MakeDraftOptions): Promise<DraftOutcome> {
  const { folder } = options.settings
  const replace = { replace: job.replace }
  const [draft, rejected] = [draftFile(job), rejectedFile(job)]
  if (!job.replace && (await isThere(folder, draft))) return outcome('exists', draft)
  if (!job.replace && (await isThere(folder, rejected))) {
    return outcome('rejected', rejected, ['it was rejected before: mend it, or use --force'])
  }

  const { text, findings } = await writeArticle(job, options)
  options.signal.throwIfAborted()
  const errors = findings.filter(({ kind }) => kind === 'error')
  if (errors.length > 0) {
    await writeOnce(folder, rejected, rejectedText(errors, text), replace)
    return outcome('rejected', rejected, errors.map(describe))
  }
  if (!(await writeOnce(folder, draft, text, replace))) return outcome('exists', draft)
  if (job.replace) await removeFile(folder, rejected)
  return outcome('written', draft, findings.map(describe))
}

async function writeArticle(job: DraftJob, options: MakeDraftOptions): Promise<Attempt> {
  const { settings } = options
  const { system, user } = buildPrompt(job, settings)
  const conversation: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  const first = await attempt(job, conversation, { ...options, stage: 'asking' })
  const wrong = first.findings.filter(({ kind }) => kind !== 'remark')
  if (wrong.length === 0) return first

  conversation.push(
    { role: 'assistant', content: first.answer },
    { role: 'user', content: repairRequest(wrong.map(({ message }) => message)) },
  )
  const second = await attempt(job, conversation, { ...options, stage: 'repairing' })
  return better(first, second)
}

async function attempt(
  job: DraftJob,
  conversation: readonly ChatMessage[],
  { settings, endpoint, signal, report, stage }: MakeDraftOptions & Pick<DraftProgress, 'stage'>,
): Promise<Attempt> {
  const { timeoutSeconds, stream } = settings.generation.sending
  const onProgress = (characters: number) => report({ stage, characters })
  onProgress(0)
  const timeoutMs = timeoutSeconds * 1_000
  const answer = await askChat(endpoint, conversation, { timeoutMs, stream, signal, onProgress })
  const now = new Date()
  const { text, problems } = composeDraft(draftFile(job), cleanAnswer(answer), job, now)
  const findings =
    problems.length > 0 ? problems.map(findingOf) : await checkDraft(text, job, settings, now)
  return { answer, text, findings }
}

/** A second answer may have more wrong than the first. */
function better(first: Attempt, second: Attempt): Attempt {
  for (const kind of ['error', 'flaw'] as const) {
    const more = countOf(second, kind) - countOf(first, kind)
    if (more !== 0) return more > 0 ? first : second
  }
  return second
}

const countOf = ({ findings }: Attempt, kind: Finding['kind']) =>
  findings.filter((finding) => finding.kind === kind).length

const describe = ({ line, message }: Finding) => `line ${line}: ${message}`

/** Of one answer, this many are kept with the job. */
const MOST_REMARKS = 30

const outcome = (
  kind: DraftOutcome['kind'],
  file: string,
  remarks: readonly string[] = [],
): DraftOutcome => ({ kind, file, remarks: remarks.slice(0, MOST_REMARKS) })
