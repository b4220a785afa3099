import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { runReleases } from '../../../services/content/releases/run-releases.ts'
import { articleDraft, type TestContent } from './content-service.ts'
import { sendEdit } from './send-edit.ts'

/** Runs what publishes at a time, as each replica of the service does. */
export function runDueReleases({ db }: Pick<TestContent, 'db'>) {
  const said = { held: [] as object[], failures: [] as unknown[] }
  const running = runReleases({
    db,
    locale: 'en_US',
    onPublished() {},
    onExpired() {},
    onHeld: (release) => said.held.push(release),
    onFailure: (error) => said.failures.push(error),
  })
  onTestFinished(() => running.stop())
  return said
}

/** A draft of a new article, or of the one that is there. */
export async function draftWithBody(content: TestContent, slug: string, body: string) {
  const isThere = (await content.edit('GET', `/articles/${slug}`)).statusCode === 200
  const fields = isThere ? { body } : articleDraft({ title: `About ${slug}`, body })
  return sendEdit(content, 'POST', '/drafts', {
    body: { ...(isThere ? { article: slug } : { slug }), fields },
  })
}

/** A moment in so many milliseconds, as editors write it. */
export const inFuture = (ms: number) =>
  new Date(Date.now() + ms).toISOString().slice(0, 19).concat('Z')

export const publishDraftOf = (content: TestContent, id: string, body: object = {}) =>
  sendEdit(content, 'POST', `/drafts/${id}/publish`, { body })

/** Lets a release be due: the clock is that of Postgres, which no test sets. */
export const letComeDue = (content: TestContent, id: string, minutes = 0) =>
  content.db
    .updateTable('release')
    .set({
      publish_at: sql<string>`date_trunc('ms', now() - make_interval(mins => ${minutes}::int))`,
    })
    .where('id', '=', id)
    .execute()

export const stateOfRelease = async (content: TestContent, id: string) =>
  (await sendEdit(content, 'GET', `/releases/${id}`)).state
