import { setTimeout as sleep } from 'node:timers/promises'
import { articleDraft, type Corpus } from '../../tests/support/content/corpus.ts'

/** Milliseconds of each request, and how many were refused. */
export interface EditingTimes {
  drafts: number[]
  previews: number[]
  refused: string[]
}

export interface Desk {
  contentUrl: string
  /** The worker's private port. */
  previewUrl: string
  token: string
  corpus: Corpus
}

/** Between two saves of one editor. */
const PAUSE_MS = 2_000
const ANSWER_MS = 20_000

/**
 * Editors who each have a draft, save it every two seconds and then look at it, until told to stop.
 *
 * @returns when each has ended the save that was under way
 */
export async function editTogether(
  desk: Desk,
  editors: number,
  until: AbortSignal,
): Promise<EditingTimes> {
  const times: EditingTimes = { drafts: [], previews: [], refused: [] }
  await Promise.all(
    Array.from({ length: editors }, async (_, at) => {
      const { slug: _slug, ...fields } = { slug: '', ...articleDraft(desk.corpus.article(at)) }
      const { id } = await askAsEditor(desk.contentUrl, desk, '/drafts', 'POST', {
        slug: `desk-${at}-${Date.now()}`,
        fields,
      })
      // Not all of them at the same moment.
      await sleep((PAUSE_MS * at) / editors)
      for (let save = 1; !until.aborted; save++) {
        const begun = performance.now()
        const body = `${fields.body}\n\nSaved ${save} times.`
        await timed(times.drafts, times.refused, () =>
          askAsEditor(desk.contentUrl, desk, `/drafts/${id}`, 'PATCH', { fields: { body } }),
        )
        await timed(times.previews, times.refused, () =>
          askAsEditor(desk.previewUrl, desk, `/drafts/${id}/preview`, 'POST', { fields: { body } }),
        )
        const left = PAUSE_MS - (performance.now() - begun)
        await sleep(Math.max(0, left), undefined, { signal: until }).catch(() => {})
      }
      await askAsEditor(desk.contentUrl, desk, `/drafts/${id}`, 'DELETE')
    }),
  )
  return times
}

async function timed(into: number[], refused: string[], request: () => Promise<unknown>) {
  const begun = performance.now()
  try {
    await request()
    into.push(performance.now() - begun)
  } catch (error) {
    refused.push(String(error))
  }
}

/**
 * Sends a request of an editor, who takes what is stored for seen.
 *
 * @throws {Error} when it is refused
 */
export async function askAsEditor(
  url: string,
  { token }: Pick<Desk, 'token'>,
  path: string,
  method: string,
  body?: object,
): Promise<{ id: string }> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'if-match': '*',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
  return text.startsWith('{') ? JSON.parse(text) : { id: '' }
}
