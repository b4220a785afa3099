import { expect, test } from 'vitest'
import type { ArticleRequest } from './article-request.ts'
import type { DraftOutcome } from './make-draft.ts'
import { createProgress, describeRun, isComplete } from './show-progress.ts'
import type { EndedTitle, RunState } from './write-drafts.ts'

const request = (title: string): ArticleRequest => ({
  title,
  slug: title.toLowerCase(),
  locale: 'en_US',
  author: 'A',
  category: 'expert-advice',
  subcategory: 'market-trends',
})
const done = (title: string, kind: DraftOutcome['kind'], remarks: string[] = []): EndedTitle => ({
  title,
  end: { kind, file: `drafts/${title}.md`, remarks },
})
const failed = (title: string): EndedTitle => ({
  title,
  end: { kind: 'failed', reason: 'no answer' },
})
const left = (title: string): EndedTitle => ({ title, end: { kind: 'left' } })

const STATE: RunState = {
  titles: 4,
  ended: [done('One', 'written')],
  inProgress: new Map([
    [request('Two'), { stage: 'repairing', characters: 1_234 }],
    [request('Three'), { stage: 'asking', characters: 0 }],
  ]),
}

function outputOf(terminal: { isTTY?: boolean; columns?: number }) {
  const said: string[] = []
  return { said, output: { ...terminal, write: (text: string) => said.push(text) } }
}

test('a terminal gets one line that is written over', () => {
  const { said, output } = outputOf({ isTTY: true, columns: 200 })
  const progress = createProgress(output)
  progress.show(STATE)
  progress.end()
  expect(said).toEqual([
    '\r\x1b[Kdrafts [######..................] 1 of 4; Two (repairing, 1,234 characters); Three (asking)',
    '\r\x1b[K',
  ])
})

test('a narrow terminal gets no second line', () => {
  const { said, output } = outputOf({ isTTY: true, columns: 40 })
  createProgress(output).show(STATE)
  expect(said[0]?.replace('\r\x1b[K', '')).toHaveLength(39)
})

test('a log gets a line for each title, once', () => {
  const { said, output } = outputOf({})
  const progress = createProgress(output)
  progress.show({ ...STATE, ended: [] })
  progress.show(STATE)
  progress.show({ ...STATE, ended: [...STATE.ended, failed('Two')] })
  progress.end()
  expect(said).toEqual([
    '1 of 4: "One" is drafted in drafts/One.md\n',
    '2 of 4: "Two" failed: no answer\n',
  ])
})

test('a terminal that does not know its width is taken for one of 80 columns', () => {
  const { said, output } = outputOf({ isTTY: true, columns: 0 })
  createProgress(output).show(STATE)
  expect(said[0]?.replace('\r\x1b[K', '')).toHaveLength(79)
})

test('a terminal is not written to for each piece of an answer', () => {
  const { said, output } = outputOf({ isTTY: true })
  const progress = createProgress(output)
  for (let piece = 0; piece < 20; piece++) progress.show(STATE)
  expect(said.length).toBeLessThan(20)
})

test('a run says what became of each title, and how to go on', () => {
  const ends = [
    done('One', 'written', ['line 3: short']),
    done('Two', 'published'),
    failed('Three'),
    left('Four'),
  ]
  expect(describeRun(ends)).toBe(`"One" is drafted in drafts/One.md
  line 3: short
"Two" is published in drafts/Two.md
"Three" failed: no answer
"Four" has no draft yet: the run was stopped

To publish a draft, read it, move it to articles/ and commit it.
2 of 4 titles have no draft. Run the same command again, without --force, to request only these.`)
})

test.each([
  [
    'written, there or published',
    [done('One', 'written'), done('Two', 'exists'), done('Three', 'published')],
    true,
  ],
  ['rejected', [done('One', 'rejected')], false],
  ['failed', [done('One', 'written'), failed('Two')], false],
  ['left', [left('One')], false],
])('a run is complete or not when titles are %s', (_name, ends, complete) => {
  expect(isComplete(ends)).toBe(complete)
})
