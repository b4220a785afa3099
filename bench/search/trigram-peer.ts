import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../deploy/local/postgres/embedded-postgres.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import type { TitleEntry } from '../../services/shared/contracts/change.ts'
import { foldText } from '../../services/shared/text/title-match.ts'
import type { BenchLocale } from './generated-titles.ts'

/** The same titles in Postgres, folded by us, with an index of trigrams. */
export interface TrigramPeer {
  add(titles: readonly TitleEntry[]): Promise<void>
  /** @returns seconds that the indexes took */
  index(): Promise<number>
  /** The newest 20. */
  findPage(text: string): Promise<void>
  /** The same, and how many match. */
  findPageAndTotal(text: string): Promise<void>
  /** For each query, tries which of two ways gives the total sooner, and uses that one. */
  learn(texts: readonly string[]): Promise<void>
  /** Ids and folded titles of all that match, newest first, then by id. */
  list(text: string): Promise<[id: string, folded: string][]>
  usesTrigrams(text: string): Promise<boolean>
  drop(): Promise<void>
}

export interface PostgresServer {
  version: string
  createPeer(locale: BenchLocale): Promise<TrigramPeer>
}

const PAGE = 20
const LEARNING_ROUNDS = 3
/** With the letters of a locale of C, trigrams are made of nothing but ASCII. */
const CTYPES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8']
/** Settings of a database that has the machine to itself. */
const SERVER_SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB' }
const SESSION = '-c jit=off -c work_mem=64MB -c maintenance_work_mem=512MB'

/**
 * The server that `DATABASE_URL` names, or one of our own.
 *
 * @param folder for the data of our own
 * @param cleanUp gets what has to be stopped
 */
export async function openPostgres(
  folder: string,
  cleanUp: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<PostgresServer> {
  const url = process.env.DATABASE_URL ?? (await startServer(folder, cleanUp, signal))
  const client = await connect(url)
  cleanUp.defer(() => client.end())
  const { rows } = await client.query('show server_version')
  return {
    version: String(rows[0]?.server_version).replace(/ .*/, ''),
    async createPeer(locale) {
      const name = `bench_search_${randomBytes(4).toString('hex')}`
      const own = new URL(url)
      own.pathname = `/${name}`
      await createDatabase(client, name, own.href)
      const drop = () => client.query(`drop database ${name} with (force)`)
      return createPeer(await connect(own.href), locale, drop)
    },
  }
}

/** Memory for tables is set before a start. */
async function startServer(
  folder: string,
  cleanUp: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<string> {
  const options = { directory: path.join(folder, 'postgres'), log: () => {}, signal }
  const first = await startEmbeddedPostgres(options)
  try {
    const client = await connect(first.url)
    for (const [name, value] of Object.entries(SERVER_SETTINGS)) {
      await client.query(`alter system set ${name} = '${value}'`)
    }
    await client.end()
  } finally {
    await first.stop()
  }
  const server = await startEmbeddedPostgres(options)
  cleanUp.defer(server.stop)
  return server.url
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: SESSION })
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** @throws {Error} when trigrams of this server have no letters but English ones */
async function createDatabase(client: pg.Client, name: string, url: string): Promise<void> {
  for (const ctype of CTYPES) {
    const isMade = await client
      .query(
        `create database ${name} template template0 encoding 'UTF8'
         locale_provider libc lc_collate 'C' lc_ctype '${ctype}'`,
      )
      .then(
        () => true,
        () => false,
      )
    if (!isMade) continue
    const inside = await connect(url)
    await inside.query('create extension pg_trgm')
    const { rows } = await inside.query(`select cardinality(show_trgm('вклад')) as trigrams`)
    await inside.end()
    if (rows[0]?.trigrams > 0) return
    await client.query(`drop database ${name}`)
  }
  throw new Error(`Postgres has none of these locales, so no Cyrillic trigrams: ${CTYPES}`)
}

async function createPeer(
  client: pg.Client,
  locale: BenchLocale,
  drop: () => Promise<unknown>,
): Promise<TrigramPeer> {
  await client.query(`create unlogged table title (
    id uuid not null, title text not null, title_fold text collate "C" not null, path text not null,
    published_at timestamptz not null)`)
  const ways = new Map<string, Way>()

  /** `like all (array)` uses no index, so each word is a condition of its own. */
  function conditionOf(text: string) {
    const { words } = readTitleQuery(text, locale)
    return {
      where: words.map((_, at) => `title_fold like $${at + 1}`).join(' and '),
      values: words.map(({ plain }) => `%${plain.replace(/[\\%_]/g, '\\$&')}%`),
    }
  }
  async function ask(way: Way, text: string) {
    const { where, values } = conditionOf(text)
    const { rows } = await client.query({ text: STATEMENTS[way](where), values, rowMode: 'array' })
    return rows
  }

  return {
    async add(titles) {
      await client.query(
        'insert into title select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])',
        [
          titles.map(({ id }) => id),
          titles.map(({ title }) => title),
          titles.map(({ title }) => foldText(title, locale).plain),
          titles.map((entry) => entry.path),
          titles.map(({ publishedAt }) => publishedAt),
        ],
      )
    },
    async index() {
      const startedAt = performance.now()
      await client.query(`create index ${INDEX} on title using gin (title_fold gin_trgm_ops)`)
      await client.query('create index on title (published_at desc, id)')
      await client.query('vacuum analyze title')
      return (performance.now() - startedAt) / 1_000
    },
    async findPage(text) {
      await ask('page', text)
    },
    async findPageAndTotal(text) {
      await ask(ways.get(text) ?? 'window', text)
    },
    async learn(texts) {
      for (const text of texts) {
        const tookMs = { window: Number.POSITIVE_INFINITY, apart: Number.POSITIVE_INFINITY }
        for (let round = 0; round < LEARNING_ROUNDS; round++) {
          for (const way of ['window', 'apart'] as const) {
            const startedAt = performance.now()
            await ask(way, text)
            tookMs[way] = Math.min(tookMs[way], performance.now() - startedAt)
          }
        }
        ways.set(text, tookMs.window <= tookMs.apart ? 'window' : 'apart')
      }
    },
    async list(text) {
      const rows = await ask('all', text)
      return rows.map((row) => [String(row[0]), String(row[1])])
    },
    async usesTrigrams(text) {
      const { where, values } = conditionOf(text)
      const { rows } = await client.query(`explain select from title where ${where}`, values)
      return JSON.stringify(rows).includes(INDEX)
    },
    async drop() {
      await client.end()
      await drop()
    },
  }
}

const INDEX = 'title_trigrams'

const page = (where: string, more = '') =>
  `select id, title, path${more} from title where ${where} order by published_at desc, id limit ${PAGE}`

/**
 * `apart` looks for the page and the total one by one, which is better where a page is soon full;
 * `window` for both at once, which is better where all matches have to be looked at anyway.
 */
const STATEMENTS = {
  page,
  apart: (where: string) =>
    `select page.*, (select count(*) from title where ${where}) from (${page(where)}) as page`,
  window: (where: string) => page(where, ', count(*) over ()'),
  all: (where: string) =>
    `select id, title_fold from title where ${where} order by published_at desc, id`,
}
type Way = keyof typeof STATEMENTS
