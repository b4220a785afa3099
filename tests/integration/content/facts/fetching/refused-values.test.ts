import { describe, expect } from 'vitest'
import { contentTest as test } from '../../../../support/content/content-service.ts'
import {
  type FactAnswer,
  fetchedFact,
  HOUR,
  rateOf,
  recordOfFact,
  shownFact,
  startFactSource,
  startFetching,
} from '../../../../support/content/fact-source.ts'
import { editSiteFile, readSiteFile } from '../../../../support/content/site-files.ts'

const HOST = 'rates.example.org'

interface Case {
  answer: FactAnswer
  /** Of the fact; by default its limits are 0 and 20, and its step is 2. */
  fact?: Record<string, string>
  /** Absent where the value is entered. */
  reason?: string
  outcome?: string
}

const failed = (answer: FactAnswer, reason: string, fact = {}): Case => {
  return { answer, fact, reason: `${HOST} ${reason}`, outcome: 'failed' }
}
const refused = (answer: string, reason: string, fact = {}): Case => {
  return { answer, fact, reason: expect.stringContaining(reason), outcome: 'refused' }
}
const entered = (answer: string, fact = {}): Case => ({ answer, fact })

/** Today is 1 December 2026; each fact is 4.40% from 1 October. */
const CASES: Readonly<Record<string, Case>> = {
  'a-least': entered(rateOf(0), { step: '100' }),
  'a-below-it': refused(rateOf(-0.01), '-0.01 is not between 0 and 20', { step: '100' }),
  'a-most': entered(rateOf(20), { step: '100' }),
  'a-above-it': refused(rateOf(20.01), '20.01 is not between 0 and 20', { step: '100' }),
  'b-step-up': entered(rateOf(6.4)),
  'b-farther-up': refused(rateOf(6.41), '6.41 differs from the last value, 4.40%, by more than 2'),
  'b-step-down': entered(rateOf(2.4)),
  'b-farther-down': refused(rateOf(2.39), '2.39 differs from the last value'),
  'c-today': entered(rateOf(4.5, '2026-12-01')),
  'c-tomorrow': refused(rateOf(4.5, '2026-12-02'), 'from 2026-12-02, and today is 2026-12-01'),
  'c-same-day': refused(rateOf(4.5, '2026-10-01'), 'another one, 4.40%, is from 2026-10-01'),
  'd-broken': failed('{"rates": [', 'sent no JSON'),
  'd-not-there': failed('{"rates": []}', 'has no number at /rates/0/percent: nothing stands there'),
  'd-page': failed('<!DOCTYPE html>\n<p>Busy</p>\n', 'sent no CSV with a column v', {
    value: 'v',
    on: 'day',
  }),
  'e-500': failed((response) => response.writeHead(500).end(rateOf(4.5)), 'answered 500'),
  'e-redirect': failed(
    (response) => response.writeHead(302, { location: '/a-most' }).end(rateOf(4.5)),
    'answered 302: redirects are not followed, so write where it leads',
  ),
  'e-compressed': failed(
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(rateOf(4.5)),
    'sent something compressed, which was not requested',
  ),
  'e-largest': entered(rateOf(4.5).padEnd(2_097_152)),
  'e-too-large': failed(rateOf(4.5).padEnd(2_097_153), 'sent more than 2097152 bytes'),
  'e-closes': failed((response) => response.destroy(), 'did not answer: socket hang up'),
  'f-inside': {
    ...failed('', ''),
    fact: { url: 'https://inside.example.org/f-inside' },
    answer: rateOf(4.5),
    reason: 'inside.example.org was not asked: it is not on the internet',
  },
}

test('a value is refused, and an address fails, with a reason that is logged once [T3]', async ({
  content,
}) => {
  const facts = Object.entries(CASES).map(([name, { fact }]) => fetchedFact(name, fact))
  await editSiteFile(content, 'facts', (text) => text + facts.join(''))
  const answers = Object.entries(CASES).map(([name, { answer }]) => [`/${name}`, answer])
  const source = await startFactSource(Object.fromEntries(answers))
  const fetching = startFetching(content, source)
  await fetching.untilCounted(facts.length)
  const outcomes = Object.values(CASES).map(({ outcome = 'entered' }) => outcome)
  expect(fetching.outcomes).toEqual(outcomes)

  const bad = Object.entries(CASES).filter(([, { reason }]) => reason !== undefined)
  expect(fetching.warnings.map(({ fact, reason }) => [fact, reason])).toEqual(
    bad.map(([name, { reason }]) => [name, reason]),
  )
  const { text } = await readSiteFile(content, 'facts')
  for (const [name, { reason }] of Object.entries(CASES)) {
    const { values } = (await shownFact(content, name)) ?? {}
    expect(values, name).toHaveLength(reason === undefined ? 2 : 1)
  }
  // No redirect was followed, and nothing inside was asked.
  expect(source.requests.filter((url) => url === '/a-most')).toHaveLength(1)
  expect(source.requests).not.toContain('/f-inside')

  fetching.pass(HOUR)
  await fetching.untilCounted(2 * facts.length)
  expect(fetching.warnings).toHaveLength(bad.length)
  expect((await readSiteFile(content, 'facts')).text).toBe(text)
})

describe('an address that does not answer', () => {
  test('holds up neither the next address nor the end of the process', async ({ content }) => {
    await editSiteFile(
      content,
      'facts',
      (text) => text + fetchedFact('silent') + fetchedFact('slow') + fetchedFact('well'),
    )
    const source = await startFactSource({
      '/silent': () => {},
      '/slow': (response) => response.write('{"rates": ['),
      '/well': rateOf(4.5),
    })
    const fetching = startFetching(content, source, { timeoutMs: 300 })
    await fetching.untilCounted(3)
    expect(fetching.outcomes).toEqual(['failed', 'failed', 'entered'])
    const reason = `${HOST} did not answer within 0.3 s`
    expect(fetching.warnings).toMatchObject([
      { fact: 'silent', reason },
      { fact: 'slow', reason },
    ])
    await fetching.stop()

    fetching.pass(HOUR)
    const patient = startFetching(content, source, { timeoutMs: 600_000 })
    await expect.poll(() => source.requests).toHaveLength(4)
    await patient.stop()
    expect(patient.warnings).toEqual([])
    // Although nothing was learned, it was asked.
    const again = startFetching(content, source, { timeoutMs: 300 })
    await again.untilCounted(2)
    expect(again.outcomes).toEqual(['failed', 'unchanged'])
    expect(source.requests.filter((url) => url === '/silent')).toHaveLength(2)
  })

  test('is asked after an hour, and then after longer and longer, up to six', async ({
    content,
  }) => {
    await editSiteFile(content, 'facts', (text) => text + fetchedFact('rate'))
    const source = await startFactSource({ '/rate': 'none' })
    const fetching = startFetching(content, source)
    await fetching.untilCounted(1)
    for (const [at, pauseMs] of [
      3_600_000, 7_200_000, 14_400_000, 21_600_000, 21_600_000,
    ].entries()) {
      fetching.pass(pauseMs - 1)
      await fetching.untilLooked()
      expect(source.requests).toHaveLength(at + 1)
      fetching.pass(1)
      await fetching.untilCounted(at + 2)
    }
    expect(fetching.warnings).toHaveLength(1)
    expect(await recordOfFact(content, 'rate')).toMatchObject({ failures: 6, currentAt: null })

    source.answers['/rate'] = rateOf(4.5)
    fetching.pass(6 * HOUR)
    await fetching.untilCounted(7)
    expect(await recordOfFact(content, 'rate')).toMatchObject({ failures: 0, outcome: 'entered' })
    fetching.pass(HOUR)
    await fetching.untilCounted(8)
  })
})

test('a new value follows once a month, and what comes earlier is not logged', async ({
  content,
}) => {
  await editSiteFile(content, 'facts', (text) => text + fetchedFact('rate', { from: '2026-11-01' }))
  const source = await startFactSource({ '/rate': rateOf(4.5, '2026-11-30') })
  const fetching = startFetching(content, source)
  await fetching.untilCounted(1)
  expect((await shownFact(content, 'rate'))?.values).toHaveLength(1)
  source.answers['/rate'] = rateOf(4.6, '2026-12-01')
  fetching.pass(HOUR)
  await fetching.untilCounted(2)
  expect(fetching.outcomes).toEqual(['early', 'entered'])
  expect((await shownFact(content, 'rate'))?.value).toEqual({ from: '2026-12-01', is: '4.60%' })
  expect(fetching.warnings).toEqual([])
})

test('a value is not written where that is not certain', async ({ content }) => {
  const odd = fetchedFact('rate').replace('- { from: 2026-10-01', '- &last { from: 2026-10-01')
  const { text } = await editSiteFile(content, 'facts', (before) => before + odd)
  const fetching = startFetching(content, await startFactSource({ '/rate': rateOf(4.5) }))
  await fetching.untilCounted(1)
  expect(fetching.warnings).toMatchObject([
    { fact: 'rate', reason: expect.stringContaining('not written so that another one is added') },
  ])
  expect((await readSiteFile(content, 'facts')).text).toBe(text)
})
