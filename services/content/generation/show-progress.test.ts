import { expect, test } from 'vitest'
import type { DraftJob, DraftOutcome } from '#shared/contracts/draft-job.ts'
import { describeRun, isComplete } from './describe-end.ts'
import type { RunState, TrackedEnd } from './follow-jobs.ts'
import { createProgress } from './show-progress.ts'

const job = (title: string): DraftJob => ({
  ...{ title, slug: title.toLowerCase(), locale: 'en_US', author: 'A', replace: false },
  ...{ category: 'expert-advice', subcategory: 'market-trends' },
})
const done = (title: string, kind: DraftOutcome['kind'], remarks: string[] = []): TrackedEnd => ({
  job: job(title),
  end: { state: 'done', outcome: { kind, file: `drafts/${title}.md`, remarks } },
})
const failed = (title: string): TrackedEnd => ({
  job: job(title),
  end: { state: 'failed', reason: 'no answer' },
})
const left = (title: string): TrackedEnd => ({ job: job(title), end: { state: 'left' } })

const STATE: RunState = {
  titles: 4,
  ended: [done('One', 'written')],
  atWork: [
    { title: 'Two', progress: { stage: 'repairing', characters: 1_234 } },
    { title: 'Three', progress: undefined },
  ],
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

test('a run says what became of each title, and how to go on', () => {
  const ends = [done('One', 'written', ['line 3: short']), failed('Two'), left('Three')]
  expect(describeRun(ends)).toBe(`"One" is drafted in drafts/One.md
  line 3: short
"Two" failed: no answer
"Three" is left in the queue

A draft is published by whoever reads it, moves it to articles/ and commits it.
Ask for the same titles again, and only those that failed are written.
1 of 3 left in the queue. Go on with: npm run content -- generate --resume`)
})

test.each([
  ['written and there', [done('One', 'written'), done('Two', 'exists')], true],
  ['rejected', [done('One', 'rejected')], false],
  ['failed', [done('One', 'written'), failed('Two')], false],
  ['left', [left('One')], false],
])('a run is complete or not when titles are %s', (_name, ends, complete) => {
  expect(isComplete(ends)).toBe(complete)
})
