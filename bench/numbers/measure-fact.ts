import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { CHANGE_CHANNEL } from '../../services/content/changes/change-notice.ts'
import { until } from '../../tests/support/machine/until.ts'
import { mostFillMs, startBenchSite } from '../rebuild/bench-site.ts'
import type { NumbersBench } from './measure-pair.ts'
import { FACT, FACTS_FILE } from './write-pair.ts'

/** Milliseconds from the commit until readers have the pages. */
export interface FactFigures {
  /** Of the page that is read most. */
  firstMs: number
  allMs: number
}

const ENDED = FACT.replace('is: "$7,654"', 'is: "$7,654", until: 2025-12-31')
/** What pages say beside the number from then on. */
const NOTE = /the\sfigure\sfor\s2026\sis\snot\sentered/u
const ALL_MS = 120_000
const READER_MS = 20_000
const LOOK_MS = 1
const READERS = 4
/** Of the page that is read most, before. */
const READINGS = 50
/** Servers tell every half minute what is read. */
const TOLD_MS = 60_000

/** Imports a changed fact, and looks through the readers' port when its pages say so. */
export async function measureFact(
  contentFolder: string,
  { folder, articles, showing, signal, say }: NumbersBench & { showing: number },
): Promise<FactFigures> {
  const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
  try {
    const options = { folder: path.join(folder, 'fact'), contentFolder, articles, signal }
    const site = await startBenchSite(options, cleanUp)
    await site.startWorker()
    await site.registry.untilFresh({ timeoutMs: mostFillMs(articles), signal, pauseMs: 100 })
    const render = await site.startRender()
    const pages = await pagesOf(contentFolder)
    if (pages.length !== showing) throw new Error(`${pages.length} texts have the fact`)
    // As for readers who come back: the pages are in memory.
    await watch(pages, render.url, (text) => text.includes('$7,654'), signal)

    const client = new pg.Client({ connectionString: site.databaseUrl })
    client.on('error', () => {})
    await client.connect()
    cleanUp.add(() => client.end())
    const [first = ''] = pages.slice(-1)
    for (let at = 0; at < READINGS; at++) await read(render.url + first)
    await until('it is known what is read', { timeoutMs: TOLD_MS, signal }, async () => {
      const { rows } = await client.query('select path from render.heat order by hits desc limit 1')
      return rows[0]?.path === first
    })
    await client.query(`listen ${CHANGE_CHANNEL}`)
    const committed = new Promise<number>((resolve) => {
      client.once('notification', () => resolve(performance.now()))
    })
    const file = path.join(contentFolder, FACTS_FILE)
    await writeFile(file, (await readFile(file, 'utf8')).replace(FACT, ENDED))
    const importing = site.importAgain()
    const since = await Promise.race([committed, importing.then(() => committed)])
    const hasNote = (text: string) => NOTE.test(text)
    const firstAt = await watch([first], render.url, hasNote, signal)
    const allAt = await watch(pages, render.url, hasNote, signal)
    await importing
    say(`the fact of ${pages.length} pages`)
    return { firstMs: firstAt - since, allMs: allAt - since }
  } finally {
    await cleanUp.run()
  }
}

async function pagesOf(contentFolder: string): Promise<string[]> {
  const folder = path.join(contentFolder, 'articles/en_US')
  const pages: string[] = []
  for (const name of await readdir(folder)) {
    const text = await readFile(path.join(folder, name), 'utf8')
    if (text.includes('fact:bench-limit')) pages.push(`/articles/${path.basename(name, '.md')}`)
  }
  return pages
}

/** A few readers look at all pages in turn. @returns when each has what is looked for */
async function watch(
  pages: readonly string[],
  url: string,
  isThere: (text: string) => boolean,
  signal: AbortSignal,
): Promise<number> {
  const waiting = [...pages]
  const deadline = performance.now() + ALL_MS
  const reader = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      signal.throwIfAborted()
      if (performance.now() > deadline) throw new Error(`${waiting.length + 1} pages are not made`)
      if (isThere(await read(url + page))) continue
      waiting.push(page)
      await sleep(LOOK_MS)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return performance.now()
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(READER_MS) })
  return answer.text()
}
