import { expect, onTestFinished, test, vi } from 'vitest'
import { createDice } from '../../tests/support/content/dice.ts'
import { MemoryContent } from '../../tests/support/content/memory-content.ts'
import { titleEntry } from '../../tests/support/site/search-titles.ts'
import { NO_LOAD } from '../shared/http/load-ladder.ts'
import { buildApp } from './app.ts'

const TITLES = 3_000
const WORDS = ['bonds', 'funds', 'rates', 'investing', 'in', 'a', 'pension', 'tax', 'aaaa']

/** Each is nearly as long as a search may be. */
const HOSTILE = {
  'one letter again and again': 'a'.repeat(200),
  'forty letters':
    'a b c d e f g h i j k l m n o p q r s t u v w x y z aa bb cc dd ee ff gg hh ii jj kk ll mm nn',
  'a pattern that would try everything': `${'(a+)+'.repeat(39)}$`,
  'brackets that never close': '(['.repeat(100),
  'signs of regular expressions': '.*?^$|\\'.repeat(28),
  'a letter under marks': `e${'\u0301'.repeat(199)}`,
  'signs that become many letters': '\ufdfa'.repeat(200),
  'slips of the keyboard': 'bnods fnuds rtaes ivnesting pnesion txa aaab in a bnods2 fnuds2 rtaes2',
  'slips in more words than any title has': Array.from({ length: 40 }, (_, at) => `bn${at}`).join(
    ' ',
  ),
  blanks: ' '.repeat(200),
  'half a pair': 'a\ud800b',
}

test('hostile queries do not starve other searches [T7]', async () => {
  const dice = createDice(7)
  const title = () => Array.from({ length: 6 }, () => dice.oneOf(WORDS)).join(' ')
  const content = new MemoryContent(
    Array.from({ length: TITLES }, (_, at) => titleEntry(at, title())),
  )
  const { service, titles, start } = buildApp({
    content,
    locale: 'en_US',
    engine: 'embedded',
    siteUrl: 'https://finlore.example',
    maxPerSecond: 100_000,
    measureLoad: () => NO_LOAD,
    log: { level: 'silent' },
  })
  onTestFinished(start().stop)
  await vi.waitUntil(() => titles.position, 10_000)
  const ask = async (q: string) => {
    const begunAt = performance.now()
    const { statusCode } = await service.app.inject(`/api/search?${new URLSearchParams({ q })}`)
    return { statusCode, ms: performance.now() - begunAt }
  }
  /** The best of a few runs, so that other load on the machine does not count. */
  const timeOf = async (q: string) => {
    const times: number[] = []
    for (let round = 0; round < 7; round++) {
      const { statusCode, ms } = await ask(q)
      expect([200, 400]).toContain(statusCode)
      times.push(ms)
    }
    return Math.min(...times)
  }

  await timeOf('investing')
  const usualMs = await timeOf('bonds in tax')
  for (const [name, q] of Object.entries(HOSTILE)) {
    expect(await timeOf(q), name).toBeLessThan(20 + 50 * usualMs)
  }
  const letters = [...'ab(.*+?^$|[]{\\ é\u0301\u200bß']
  for (let round = 0; round < 500; round++) {
    const q = Array.from({ length: 200 }, () => dice.oneOf(letters)).join('')
    expect([200, 400]).toContain((await ask(q)).statusCode)
  }
})
