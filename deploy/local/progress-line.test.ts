import { expect, test } from 'vitest'
import { createProgressLine } from './progress-line.ts'

const state = (pages: number, bulk: number) => ({
  pages,
  stale: { edits: 0, 'knock-ons': 0, bulk },
})

function watch(isTTY: boolean) {
  let text = ''
  const show = createProgressLine({
    isTTY,
    write: (more) => {
      text += more
    },
  })
  return { show, text: () => text }
}

test('shows a large rebuild in one line that ends when all pages are made', () => {
  const { show, text } = watch(true)
  for (const left of [1_000, 500, 20, 0, 0]) show(state(1_000, left))

  expect(text().split('\r').slice(1)).toEqual([
    'making pages [..............................] 0 of 1000',
    'making pages [###############...............] 500 of 1000',
    'making pages [#############################.] 980 of 1000',
    'making pages [##############################] 1000 of 1000\n',
  ])
})

test('shows nothing for a few pages', () => {
  const { show, text } = watch(true)
  for (const left of [40, 3, 0]) show(state(1_000, left))
  expect(text()).toBe('')
})

test('writes nothing where the output is no terminal', () => {
  const { show, text } = watch(false)
  for (const left of [1_000, 0]) show(state(1_000, left))
  expect(text()).toBe('')
})
