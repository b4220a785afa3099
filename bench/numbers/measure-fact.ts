import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { CHANGE_CHANNEL } from '../../services/content/changes/change-notice.ts'
import { mostFillMs, startBenchSite } from '../rebuild/bench-site.ts'
import type { NumbersBench } from './measure-pair.ts'
import { FACT, FACTS_FILE } from './write-pair.ts'

/** Milliseconds from the commit until readers have the pages. */
export interface FactFigures {
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
    await client.query(`listen ${CHANGE_CHANNEL}`)
    const committed = new Promise<number>((resolve) => {
      client.once('notification', () => resolve(performance.now()))
    })
    const file = path.join(contentFolder, FACTS_FILE)
    await writeFile(file, (await readFile(file, 'utf8')).replace(FACT, ENDED))
    const importing = site.importAgain()
    const since = await Promise.race([committed, importing.then(() => committed)])
    const { firstAt, allAt } = await watch(pages, render.url, (text) => NOTE.test(text), signal)
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

/** A few readers look at all pages in turn until each has what is looked for. */
async function watch(
  pages: readonly string[],
  url: string,
  isThere: (text: string) => boolean,
  signal: AbortSignal,
) {
  const waiting = [...pages]
  const deadline = performance.now() + ALL_MS
  let firstAt = Number.POSITIVE_INFINITY
  const reader = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      signal.throwIfAborted()
      if (performance.now() > deadline) throw new Error(`${waiting.length + 1} pages are not made`)
      const answer = await fetch(url + page, { signal: AbortSignal.timeout(READER_MS) })
      if (isThere(await answer.text())) firstAt = Math.min(firstAt, performance.now())
      else {
        waiting.push(page)
        await sleep(LOOK_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return { firstAt, allAt: performance.now() }
}
