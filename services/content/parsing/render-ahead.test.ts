import { expect, test } from 'vitest'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderAhead } from './render-ahead.ts'

const large = (paragraphs: number) =>
  '## What *it* is\n\nA [bond](/bonds) is a "loan" that `can` be sold.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'.repeat(
    paragraphs,
  )

const anna = { owner: 'anna' }

/** CPU time of this thread alone, in microseconds. */
async function cpuOfThisThread(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('a large text is rendered like any other, outside the main thread', async () => {
  const body = large(1_500)
  let render = renderMarkdown
  const beside = await cpuOfThisThread(async () => {
    render = await renderAhead({ title: 'T', body }, 'en_US', anna)
  })
  const here = await cpuOfThisThread(() => renderMarkdown(body, 'T', 'en_US'))

  expect(render(body, 'T', 'en_US')).toEqual(renderMarkdown(body, 'T', 'en_US'))
  expect(await cpuOfThisThread(() => render(body, 'T', 'en_US'))).toBeLessThan(here / 10)
  expect(beside).toBeLessThan(here / 2)
})

test('another text than the one rendered ahead is rendered on request', async () => {
  const render = await renderAhead({ title: 'T', body: large(1_000) }, 'en_US', anna)
  expect(render('# Other', 'T', 'en_US')).toEqual(renderMarkdown('# Other', 'T', 'en_US'))
})
