import { expect, test } from 'vitest'
import { REAL_CONTENT } from '../../../tests/support/content/content-folder.ts'
import { readContent } from '../../../tests/support/content/read-content.ts'
import { withoutNumbers } from '../../../tests/support/content/without-numbers.ts'
import { readArticles } from '../folder/read-articles.ts'
import { aloneCheckerOf, aloneContextOf } from './check-alone.ts'

const ROUNDS = 8

test('checking facts, formulas, examples and charts takes less than half of the time of the text', async () => {
  const tree = await readContent(REAL_CONTENT, 'en_US')
  const check = aloneCheckerOf({
    ...aloneContextOf(tree, new Date(), false),
    isOnlyChecked: true,
  })
  const texts: { slug: string; draft: Record<string, unknown> }[] = []
  for await (const { file, draft } of readArticles(tree.folder, tree.articles, [])) {
    texts.push({ slug: file.slug, draft })
  }
  const plain = texts.map(({ slug, draft }) => ({
    slug,
    draft: { ...draft, body: withoutNumbers(String(draft.body)) },
  }))

  const cpuOf = (some: typeof texts) => {
    const before = process.threadCpuUsage()
    for (const { slug, draft } of some) check(draft, slug)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  // In turns, and the quickest of each: other processes may be busy.
  const rounds = Array.from({ length: ROUNDS }, () => [cpuOf(texts), cpuOf(plain)] as const)
  const least = (which: 0 | 1) => Math.min(...rounds.map((round) => round[which]))

  expect(check(texts[0]?.draft ?? {}, texts[0]?.slug ?? '').outcome.rendered.html).toBe('')
  expect(least(0) / least(1)).toBeLessThan(1.5)
})
