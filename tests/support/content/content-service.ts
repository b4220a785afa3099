import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { test as base, inject } from 'vitest'
import { loadConfig } from '../../../services/content/config.ts'
import type { Database } from '../../../services/content/database/schema.ts'
import {
  type ImportResult,
  importContent,
} from '../../../services/content/import/import-content.ts'
import { openContent as openService } from '../../../services/content/start-content.ts'
import { reasonsAgainst } from '../../../services/shared/check-shape.ts'
import type { Change, ChangeFeed } from '../../../services/shared/contracts/change.ts'
import { PageModels } from '../../../services/shared/contracts/page-model.ts'
import { closeService } from '../../../services/shared/http/run-service.ts'
import { copyFilledDatabase, createTestDatabase } from '../postgres/database.ts'
import { type ContentFolder, copyContent } from './content-folder.ts'
import { watchAnswers } from './described-answers.ts'
import { importInto } from './fill-database.ts'

const EDITOR_TOKEN = 'a-token-for-tests'

export interface ContentApp {
  app: FastifyInstance
  /** Health and metrics. */
  ops: FastifyInstance
  /** The editor's. */
  token: string
  close(): Promise<void>
}

/** The model of one page, with what an answer has once for all of its pages. */
export type PageModel = Pick<PageModels, 'revision' | 'shell'> & PageModels['models'][number]

export interface TestContent extends ContentApp {
  databaseUrl: string
  db: Kysely<Database>
  /** The same, read-only. */
  read: ReadonlyKysely<Database>
  /** A copy of some of the site's own content. */
  folder: ContentFolder
  /** The current time, for the service and for imports. */
  clock: { now: Date }
  import(): Promise<ImportResult>
  /** A request with the editor's token. */
  edit(
    method: 'GET' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Such a request, which must succeed. @returns the revision it made */
  commit(method: 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<number>
  /** What the service answers for one path, proved to keep its contract. */
  pageModel(path: string): Promise<PageModel>
  changesAfter(revision: number): Promise<Change[]>
  revision(): Promise<number>
  /** Another instance of the service on the same database. */
  openReplica(): ContentApp
  /** Closes everything but keeps the database, which `close` drops. */
  stop(): Promise<void>
}

const NOW = '2026-12-01T12:00:00Z'

/** The content service on a database of its own, with some of the site's own content in it or with none. */
export async function openTestContent(filled: boolean): Promise<TestContent> {
  const database = filled
    ? await copyFilledDatabase('finlore_content_template', (url) =>
        importInto(url, { folder: inject('someContent'), now: new Date(NOW) }),
      )
    : await createTestDatabase()
  const folder = await copyContent(inject('someContent'))
  const clock = { now: new Date(NOW) }
  const watched: string[][] = []
  const openApp = () => {
    const { service, store, close } = openService(
      loadConfig({ DATABASE_URL: database.url, EDITOR_TOKEN, LOG_LEVEL: 'silent' }),
      { now: () => clock.now },
    )
    watched.push(watchAnswers(service.app))
    return {
      app: service.app,
      ops: service.ops,
      token: EDITOR_TOKEN,
      db: store.write,
      read: store.read,
      async close() {
        await closeService(service, 500)
        await close()
      },
    }
  }

  const { app, ops, db, read: readonly, close: closeApp } = openApp()
  const stop = async () => {
    await closeApp()
    await folder.dispose()
  }
  const edit: TestContent['edit'] = async (method, url, body, headers) =>
    app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${EDITOR_TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(await anyCondition(db, method, url, headers)),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  const read = async <T>(url: string): Promise<T> => {
    const answer = await app.inject(url)
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }

  return {
    databaseUrl: database.url,
    token: EDITOR_TOKEN,
    db,
    read: readonly,
    folder,
    clock,
    app,
    ops,
    import: () => importContent(db, { folder: folder.folder, locale: 'en_US', now: clock.now }),
    edit,
    async commit(method, url, body) {
      const answer = await edit(method, url, body)
      if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
      return answer.json().revision
    },
    async pageModel(path) {
      const answer = await read<PageModels>(`/page-models?paths=${encodeURIComponent(path)}`)
      const reasons = reasonsAgainst(PageModels, answer)
      const [model] = answer.models
      if (reasons.length > 0 || !model) throw new Error(`${path}: ${JSON.stringify(reasons)}`)
      return { revision: answer.revision, shell: answer.shell, ...model }
    },
    changesAfter: async (revision) =>
      (await read<ChangeFeed>(`/changes?after=${revision}`)).changes,
    revision: async () => (await read<ChangeFeed>('/changes?after=0')).revision,
    openReplica: openApp,
    stop,
    async close() {
      await stop()
      await database.drop()
      const mistakes = new Set(watched.flat())
      if (mistakes.size === 0) return
      throw new Error(`Answers are not as /openapi.json says:\n${[...mistakes].join('\n')}`)
    },
  }
}

/** What an edit needs that is meant for whatever is stored, unless it says so itself. */
async function anyCondition(
  db: Kysely<Database>,
  method: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const [, slug] = /^\/articles\/([^/?]+)/.exec(url) ?? []
  if (method === 'GET' || !slug || 'if-match' in headers || 'if-none-match' in headers) return {}
  const article = await db
    .selectFrom('article')
    .select('status')
    .where('slug', '=', slug)
    .executeTakeFirst()
  const isNew = method === 'PUT' && article?.status !== 'published'
  return isNew ? { 'if-none-match': '*' } : { 'if-match': '*' }
}

interface ContentFixtures {
  /** Without content. */
  empty: TestContent
  /** With some of the site's own content. */
  content: TestContent
  /** The same, shared by all tests of a file: only for tests that change nothing. */
  shared: TestContent
}

/** Tests with a content service of their own. */
export const contentTest = base.extend<ContentFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures in use from a pattern
  empty: async ({}, use) => {
    const content = await openTestContent(false)
    await use(content)
    await content.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  content: async ({}, use) => {
    const content = await openTestContent(true)
    await use(content)
    await content.close()
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const content = await openTestContent(true)
      await use(content)
      await content.close()
    },
    { scope: 'file' },
  ],
})

/** What `PUT /articles/{slug}` takes, with the fields that matter to a test. */
export const articleDraft = (changes: Record<string, unknown> = {}) => ({
  title: 'How a test works',
  description: 'What a test is for.',
  author: 'Eleanor Whitcombe',
  body: 'A test says what must hold.',
  entities: [{ category: 'expert-advice', subcategories: [{ subcategory: 'market-trends' }] }],
  ...changes,
})
