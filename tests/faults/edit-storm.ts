import { setTimeout as sleep } from 'node:timers/promises'
import { articleDraft, type CorpusArticle } from '../support/content/corpus.ts'
import type { FaultySite } from './faulty-site.ts'

const ANSWER_MS = 5_000
/** Before an edit that was not acknowledged is tried again. */
const RETRY_MS = 100

/** Of so many articles, the edits are seen in lists too, which costs some twenty pages each. */
const SHOWN_IN_LISTS = 3

/** An article that is edited again and again; its text says twice which edit it is. */
export interface HotArticle {
  name: string
  /** Whether its description says so as well. */
  shownInLists: boolean
  path: string
  article: CorpusArticle
  /** Number of the last edit that was acknowledged. */
  acknowledged: number
}

export function hotArticles({ corpus }: FaultySite, count: number): HotArticle[] {
  return Array.from({ length: count }, (_, index) => {
    const article = corpus.article(index)
    return {
      name: `hot${index}`,
      shownInLists: index < SHOWN_IN_LISTS,
      path: `/articles/${article.slug}`,
      article,
      acknowledged: 0,
    }
  })
}

/** Numbers of the edits of this article that a document shows. */
export const marksIn = (text: string, { name }: HotArticle): number[] =>
  [...text.matchAll(new RegExp(`mark-(\\d+)-of-${name}\\b`, 'g'))].map(([, mark]) => Number(mark))

export interface StormOptions {
  /** Of each article. */
  edits: number
  /** Between two edits of an article. */
  pauseMs: number
  signal: AbortSignal
}

/** One editor for each article; each sends an edit until it is acknowledged, then the next one. */
export async function storm(
  site: FaultySite,
  articles: readonly HotArticle[],
  { edits, pauseMs, signal }: StormOptions,
): Promise<void> {
  await Promise.all(
    articles.map(async (hot) => {
      for (let edit = 0; edit < edits; edit += 1) {
        const mark = hot.acknowledged + 1
        while (!(await acknowledges(site, hot, mark))) await sleep(RETRY_MS, undefined, { signal })
        hot.acknowledged = mark
        await sleep(pauseMs, undefined, { signal })
      }
    }),
  )
}

/** @throws {Error} when the edit is refused for what it says */
async function acknowledges(
  { contentUrl, editorToken }: FaultySite,
  { name, shownInLists, article }: HotArticle,
  mark: number,
): Promise<boolean> {
  const text = `mark-${mark}-of-${name}`
  const draft = articleDraft({
    ...article,
    ...(shownInLists && { description: `What is said here is ${text}.` }),
    body: `The text of ${text}.\n\n${article.body}\n\nThe end of ${text}.`,
  })
  const answer = await fetch(`${contentUrl}/articles/${article.slug}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${editorToken}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    body: JSON.stringify(draft),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined)
  const reason = await answer?.text().catch(() => undefined)
  if (answer && isRefusal(answer.status)) {
    throw new Error(`The edit was refused: ${reason}`)
  }
  return answer?.ok === true && reason !== undefined
}

/** An editor who was too slow, or one of too many, is right to try again. */
const isRefusal = (status: number) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429
