import { setTimeout as sleep } from 'node:timers/promises'
import { pageDataPath } from '../../services/render/documents/page-path.ts'
import { type HotArticle, marksIn } from './edit-storm.ts'
import type { FaultySite } from './faulty-site.ts'

const ANSWER_MS = 5_000
const PAUSE_MS = 100

export interface Readers {
  /** What no reader may ever see, and was seen. */
  complaints: Set<string>
  reads: number
  stop(): Promise<void>
}

export interface ReadersOptions {
  /** The address that they request; the process that shows pages unless given. */
  url?: string
  /** Between two rounds of a reader. */
  pauseMs?: number
  /** Several processes answer them, and one may hear of an edit a moment after another. */
  mayBeOlder?: boolean
  /** Their connections may be killed: then they ask once more, as browsers do. */
  mayAskAgain?: boolean
}

/** Readers who ask for the same pages over and over, and one who reads the store. */
export function startReaders(
  site: FaultySite,
  articles: readonly HotArticle[],
  others: readonly string[],
  {
    url = site.renderUrl,
    pauseMs = PAUSE_MS,
    mayBeOlder = false,
    mayAskAgain = false,
  }: ReadersOptions = {},
): Readers {
  const stop = new AbortController()
  const readers: Readers = {
    complaints: new Set(),
    reads: 0,
    async stop() {
      stop.abort()
      await Promise.all(reading)
    },
  }
  const newest = new Map<string, number>()
  const complain = (complaint: string) => readers.complaints.add(complaint)

  /** @param marks all marks of the article in one document */
  function judge(where: string, marks: readonly number[], { acknowledged }: HotArticle) {
    readers.reads += 1
    const [mark = 0, ...rest] = marks
    if (rest.some((other) => other !== mark)) complain(`${where} is torn: ${marks}`)
    // It may be there a moment before its editor hears of it.
    if (mark > acknowledged + 1) complain(`${where} shows edit ${mark} of the future`)
    const before = newest.get(where) ?? 0
    if (mark < before && !mayBeOlder) complain(`${where} went back from ${before} to ${mark}`)
    newest.set(where, Math.max(before, mark))
  }

  async function readHtml(hot: HotArticle) {
    const html = await readText(hot.path)
    if (html === undefined) return
    if (!/^<!doctype html>.*<\/html>\s*$/is.test(html)) {
      complain(`${hot.path} is not whole`)
    }
    judge(hot.path, marksIn(html, hot), hot)
  }

  async function readData(hot: HotArticle) {
    const address = pageDataPath(hot.path)
    const json = await readText(address)
    if (json === undefined) return
    const data: unknown = JSON.parse(json)
    if (Reflect.get(Object(data), 'path') !== hot.path) complain(`${address} is of another page`)
    judge(address, marksIn(json, hot), hot)
  }

  /** HTML and page-data of one entry say the same. */
  async function readEntry(hot: HotArticle) {
    const found = await site.pages.read(hot.path)
    const bodies = Object.values(found?.entry.bodies ?? {})
    if (bodies.length === 0) complain(`${hot.path} is not in the store`)
    const marks = bodies.flatMap(({ bytes }) => marksIn(bytes.identity.toString(), hot))
    judge(`stored ${hot.path}`, marks, hot)
  }

  async function readText(address: string): Promise<string | undefined> {
    const ask = () => fetch(url + address, { signal: AbortSignal.timeout(ANSWER_MS) })
    try {
      const answer = await ask().catch((error: unknown) => {
        if (mayAskAgain && isClosed(error)) return ask()
        throw error
      })
      const text = await answer.text()
      if (answer.status === 200) return text
      complain(`${address} answered ${answer.status}`)
    } catch (error) {
      complain(`${address} was not answered: ${error}, ${codeOfCause(error)}`)
    }
    return undefined
  }

  async function repeat(read: () => Promise<unknown>) {
    while (!stop.signal.aborted) {
      await read().catch((error: unknown) => complain(String(error)))
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  const reading = [
    repeat(() => inTurn(articles, readHtml)),
    repeat(() => inTurn(articles, readData)),
    repeat(() => inTurn(articles, readEntry)),
    repeat(() => inTurn(others, readText)),
  ]
  return readers
}

const isClosed = (error: unknown) =>
  /^(?:ECONNRESET|UND_ERR_SOCKET)$/.test(String(codeOfCause(error)))

const codeOfCause = (error: unknown): unknown =>
  Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code')

async function inTurn<Item>(items: readonly Item[], read: (item: Item) => Promise<unknown>) {
  for (const item of items) await read(item)
}
