import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  articleDraft,
  type Corpus,
  type CorpusArticle,
} from '../../tests/support/content/corpus.ts'
import { createDice, mixSeeds } from '../../tests/support/content/dice.ts'
import type { ServiceProcess } from '../../tests/support/machine/processes.ts'
import type { BenchSite, Made } from './bench-site.ts'

/** How long a reader waits for a new text, and the worker for its pages, before the bench fails. */
const READER_MS = 20_000
const FRESH_MS = 60_000
/** Pause between two requests of the reader, and so the precision of the figures. */
const LOOK_MS = 1
/** The same of who searches, who would otherwise take the processors from all others. */
const SEARCH_MS = 5
const EDITOR_MS = 20_000

/** What an edit took, in milliseconds from the moment it was sent. */
export interface ShownEdit {
  revision: number
  /** Until the editor's answer. */
  answerMs: number
  /** Until a reader had the whole page with the new text. */
  readerMs: number
}

export interface EditTimes extends ShownEdit {
  /** The pages that were rebuilt because of it. */
  made: Made
}

/** Where edits are sent to, and where is seen what comes of them. */
export type EditedSite = Pick<BenchSite, 'editorToken' | 'registry'> & {
  content: Pick<ServiceProcess, 'url'>
}

export interface EditBench {
  site: EditedSite
  /** Answers readers. */
  render: Pick<ServiceProcess, 'url'>
  corpus: Corpus
  /** How many articles of the corpus the site has. */
  articles: number
  signal: AbortSignal
}

/** Changes body, title or description of articles across the site, one edit after the other. */
export async function timeEdits(bench: EditBench, edits: number): Promise<EditTimes[]> {
  const dice = createDice(mixSeeds(bench.articles, edits))
  const times: EditTimes[] = []
  for (let number = 0; number < edits; number++) {
    const article = bench.corpus.article(dice.below(bench.articles))
    const word = `edited${number}x${dice.below(1e9)}`
    const shown = await timeEdit(bench, changeOf(article, number, word))
    times.push(await whenMade(bench, shown))
  }
  return times
}

/** What an edit in a row took, and when search found it, where it changed the title. */
export interface EditInARow extends ShownEdit {
  foundMs?: number
}

/**
 * Changes the text of an article, then title and text of another, and so on: each edit is sent as soon
 * as readers see the one before.
 */
export async function timeEditsInARow(
  bench: EditBench,
  edits: number,
): Promise<{ text: EditInARow[]; title: EditInARow[] }> {
  const times: { text: EditInARow[]; title: EditInARow[] } = { text: [], title: [] }
  const step = Math.max(1, Math.floor(bench.articles / (2 * edits)))
  for (let number = 0; number < 2 * edits; number++) {
    const { slug, title, body } = bench.corpus.article((number * step) % bench.articles)
    const word = `row${number}x`
    const text = { body: `${body}\n\nThis was ${word}.` }
    const edit = { method: 'PATCH', slug, word } as const
    if (number % 2 === 0) {
      times.text.push(await timeEdit(bench, { ...edit, body: text }))
    } else {
      const both = { ...text, title: `${title}, ${word}` }
      times.title.push(await timeFoundEdit(bench, { ...edit, body: both }))
    }
  }
  return times
}

async function timeFoundEdit(bench: EditBench, edit: TestEdit): Promise<EditInARow> {
  const started = performance.now()
  const [shown, foundMs] = await Promise.all([
    timeEdit(bench, edit),
    untilFound(bench, edit).then(() => performance.now() - started),
  ])
  return { ...shown, foundMs }
}

async function untilFound(
  { render, signal }: Pick<EditBench, 'render' | 'signal'>,
  { word, slug }: TestEdit,
): Promise<void> {
  const deadline = performance.now() + READER_MS
  for (;;) {
    const answer = await fetch(`${render.url}/api/search?q=${word}`, { signal })
    const text = await answer.text()
    if (answer.ok && text.includes(slug)) return
    if (performance.now() > deadline) throw new Error(`Search does not find ${word}: ${text}`)
    await sleep(SEARCH_MS, undefined, { signal })
  }
}

/** Publishes articles that the site does not have yet. */
export async function timePublishing(bench: EditBench, count: number): Promise<EditTimes[]> {
  const times: EditTimes[] = []
  for (let number = 0; number < count; number++) {
    const article = bench.corpus.article(bench.articles + number)
    const shown = await timeEdit(bench, publicationOf(article, `published${number}x`))
    times.push(await whenMade(bench, shown))
  }
  return times
}

export interface Crowd {
  editors: number
  /** The first of the corpus' articles that the site does not have yet. */
  from: number
  count: number
}

/** @returns how many new articles a second editors save, each one after the other */
export async function publishTogether(
  { site, corpus, signal }: Pick<EditBench, 'site' | 'corpus' | 'signal'>,
  { editors, from, count }: Crowd,
): Promise<number> {
  let next = from
  const started = performance.now()
  const editor = async () => {
    while (next < from + count) {
      signal.throwIfAborted()
      const { method, slug, body } = publicationOf(corpus.article(next++), '')
      await sendEdit(site, method, `/articles/${slug}`, body)
    }
  }
  await Promise.all(Array.from({ length: editors }, editor))
  return count / ((performance.now() - started) / 1000)
}

/** A request of the editor API, after which the article's page shows a new word. */
export interface TestEdit {
  method: 'PUT' | 'PATCH'
  slug: string
  body: object
  word: string
}

/** @param number of the edit: body, title and description take turns */
export function changeOf(
  { slug, title, description, body }: CorpusArticle,
  number: number,
  word: string,
): TestEdit {
  const changes = [
    { body: `${body}\n\nThis was ${word}.` },
    { title: `${title}, ${word}` },
    { description: `${description} ${word}` },
  ]
  return { method: 'PATCH', slug, body: changes[number % changes.length] ?? {}, word }
}

export function publicationOf(article: CorpusArticle, word: string): TestEdit {
  const { publishedAt: _, ...draft } = articleDraft(article)
  const body = { ...draft, title: `${draft.title} ${word}` }
  return { method: 'PUT', slug: article.slug, body, word }
}

/**
 * @param readerMs how long readers may wait
 * @throws {Error} when readers do not see the word in time
 */
export async function timeEdit(
  { site, render, signal }: Pick<EditBench, 'site' | 'render' | 'signal'>,
  { method, slug, body, word }: TestEdit,
  readerMs = READER_MS,
): Promise<ShownEdit> {
  const address = `/articles/${slug}`
  const reader = openReader(render.url)
  try {
    // A returning reader: render has the old page in memory, and the connection is open.
    await reader.look(address)
    const started = performance.now()
    const revision = await sendEdit(site, method, address, body)
    const answerMs = performance.now() - started
    const deadline = started + readerMs
    while (!(await reader.look(address))?.includes(word)) {
      signal.throwIfAborted()
      if (performance.now() > deadline) {
        const waited = `${readerMs / 1000} s`
        throw new Error(`Readers of ${address} do not see revision ${revision} after ${waited}`)
      }
      await sleep(LOOK_MS)
    }
    return { revision, answerMs, readerMs: performance.now() - started }
  } finally {
    reader.close()
  }
}

/** Waits until all pages that show the edit are made, so that edits do not slow down each other. */
async function whenMade({ site, signal }: EditBench, shown: ShownEdit): Promise<EditTimes> {
  await site.registry.untilFresh({ timeoutMs: FRESH_MS, signal, pauseMs: 10 })
  return { ...shown, made: await site.registry.madeSince(shown.revision) }
}

/** @returns the revision that the edit made */
async function sendEdit(
  { content, editorToken }: EditedSite,
  method: string,
  address: string,
  change: object,
): Promise<number> {
  const answer = await fetch(`${content.url}${address}`, {
    method,
    headers: {
      authorization: `Bearer ${editorToken}`,
      'content-type': 'application/json',
      [method === 'PUT' ? 'if-none-match' : 'if-match']: '*',
    },
    body: JSON.stringify(change),
    signal: AbortSignal.timeout(EDITOR_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return Number(JSON.parse(text).revision)
}

/** A reader with one keep-alive connection, who caches answers for as long as they are fresh. */
function openReader(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let etag: string | undefined
  return {
    /** The page; `undefined` while the reader's copy is current. */
    look: (address: string) =>
      new Promise<string | undefined>((resolve, reject) => {
        const headers = etag === undefined ? {} : { 'if-none-match': etag }
        const options = { agent, headers, timeout: READER_MS }
        const asked = request(`${url}${address}`, options, (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => {
            text += chunk
          })
          answer.on('end', () => {
            etag = answer.headers.etag
            resolve(answer.statusCode === 304 ? undefined : text)
          })
          answer.on('error', reject)
        })
        asked.on('timeout', () => asked.destroy(new Error(`No answer of ${address}`)))
        asked.on('error', reject)
        asked.end()
      }),
    close: () => agent.destroy(),
  }
}
