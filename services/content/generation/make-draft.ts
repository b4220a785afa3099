import { isThere } from '../folder/read-text.ts'
import type { ArticleRequest } from './article-request.ts'
import { askChat, type ChatEndpoint, type ChatMessage } from './ask-chat.ts'
import { buildPrompt, repairRequest } from './build-prompt.ts'
import { checkDraft, type DraftRemark } from './check-draft.ts'
import { cleanAnswer, composeDraft } from './compose-draft.ts'
import {
  articleFile,
  draftFile,
  formerFile,
  rejectedFile,
  rejectedText,
  removeFile,
  writeOnce,
} from './draft-files.ts'
import type { GenerationSettings } from './read-settings.ts'

export interface DraftOutcome {
  /** `exists`: there was a draft already; `published`: there was an article already. */
  kind: 'written' | 'exists' | 'published' | 'rejected'
  /** Relative to the content folder. */
  file: string
  /** What is wrong with a rejected answer, or may be worth mending in a draft. */
  remarks: readonly string[]
}

export interface DraftProgress {
  stage: 'asking' | 'repairing'
  /** Of the answer, so far. */
  characters: number
}

export interface DraftTools {
  /** Ends the work; its reason is thrown as it is. */
  signal: AbortSignal
  /** Resolves when the language model may be asked once more. */
  untilAllowed: () => Promise<void>
  report: (progress: DraftProgress) => void
}

export interface MakeDraftOptions extends DraftTools {
  settings: GenerationSettings
  endpoint: ChatEndpoint
}

interface Attempt {
  answer: string
  text: string
  findings: DraftRemark[]
}

/**
 * Has one article written and keeps it as a draft. Safe to repeat: the files say what is done, so
 * nothing is asked for that has an article, a draft or a rejected answer.
 *
 * An answer that lint finds something wrong in is sent back once. If an import would refuse the next
 * one too, it is kept beside the drafts with the reasons.
 *
 * @throws {ChatFailure} when the language model does not answer
 */
export async function makeDraft(
  request: ArticleRequest,
  options: MakeDraftOptions,
): Promise<DraftOutcome> {
  const { folder, tree } = options.settings
  const [draft, rejected] = [draftFile(request), rejectedFile(request)]
  const known = tree.articles.find(({ slug }) => slug === request.slug)
  const article = known?.file ?? articleFile(request)
  if (await isThere(folder, article)) return outcome('published', article)
  if (await isThere(folder, draft)) return outcome('exists', draft)
  if (await isThere(folder, rejected)) {
    return outcome('rejected', rejected, ['it was rejected before: mend it, or use --force'])
  }

  const { text, findings } = await writeArticle(request, options)
  options.signal.throwIfAborted()
  const errors = findings.filter(({ kind }) => kind === 'error')
  if (errors.length > 0) {
    await writeOnce(folder, rejected, rejectedText(errors, text))
    return outcome('rejected', rejected, errors.map(describe))
  }
  if (!(await writeOnce(folder, draft, text))) return outcome('exists', draft)
  await removeFile(folder, formerFile(request))
  return outcome('written', draft, findings.map(describe))
}

async function writeArticle(
  request: ArticleRequest,
  { settings, endpoint, signal, untilAllowed, report }: MakeDraftOptions,
): Promise<Attempt> {
  const { system, user } = buildPrompt(request, settings)
  const conversation: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  const first = await attempt('asking')
  const wrong = first.findings.filter(({ kind }) => kind !== 'remark')
  if (wrong.length === 0) return first

  conversation.push(
    { role: 'assistant', content: first.answer },
    { role: 'user', content: repairRequest(wrong.map(({ message }) => message)) },
  )
  return better(first, await attempt('repairing'))

  async function attempt(stage: DraftProgress['stage']): Promise<Attempt> {
    const { timeoutSeconds, stream } = settings.generation.sending
    const onProgress = (characters: number) => report({ stage, characters })
    await untilAllowed()
    onProgress(0)
    const limits = { timeoutMs: timeoutSeconds * 1_000, signal }
    const answer = await askChat(endpoint, conversation, { ...limits, stream, onProgress })
    const now = new Date()
    const text = composeDraft(cleanAnswer(answer), request, now)
    return { answer, text, findings: await checkDraft(text, request, settings, now) }
  }
}

/** A second answer may have more wrong than the first. */
function better(first: Attempt, second: Attempt): Attempt {
  for (const kind of ['error', 'flaw'] as const) {
    const more = countOf(second, kind) - countOf(first, kind)
    if (more !== 0) return more > 0 ? first : second
  }
  return second
}

const countOf = ({ findings }: Attempt, kind: DraftRemark['kind']) =>
  findings.filter((finding) => finding.kind === kind).length

const describe = ({ line, message }: DraftRemark) => `line ${line}: ${message}`

/** No more is said about one answer. */
const MAX_REMARKS = 30

const outcome = (
  kind: DraftOutcome['kind'],
  file: string,
  remarks: readonly string[] = [],
): DraftOutcome => ({ kind, file, remarks: remarks.slice(0, MAX_REMARKS) })
