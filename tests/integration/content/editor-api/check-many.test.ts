import { expect, onTestFinished, test } from 'vitest'
import { readTree } from '../../../../services/content/folder/read-content.ts'
import { checkArticles } from '../../../../services/content/lint/check-content.ts'
import { collectList } from '../../../support/content/collect-list.ts'
import { copyContent } from '../../../support/content/content-folder.ts'

const NOW = new Date('2026-11-23T00:00:00Z')
/** Enough for threads to be worth their start. */
const MANY = 520
const WRONG = 'articles/en_US/copy-517.md'

test('many articles, rendered in threads, are checked like few', async () => {
  const { folder, read, write, dispose } = await copyContent()
  onTestFinished(dispose)
  const text = await read('articles/en_US/what-owning-a-share-gives-you.md')
  for (let number = 0; number < MANY; number += 1) {
    const copy = text
      .replace(/^slug: .*$/m, `slug: copy-${number}`)
      .replace(/^title: .*$/m, `title: Copy number ${number}`)
    await write(`articles/en_US/copy-${number}.md`, copy)
  }
  await write(WRONG, (await read(WRONG)).replace(/^author: .*$/m, 'author: Nobody Known'))
  const { tree } = await readTree(folder, 'en_US')

  const together = await collectList(checkArticles(tree, tree.articles, NOW))
  const halves = [tree.articles.slice(0, 300), tree.articles.slice(300)]
  const apart = await Promise.all(
    halves.map((files) => collectList(checkArticles(tree, files, NOW))),
  )

  const bySlug = (chunks: typeof together) =>
    new Map(chunks.flatMap(({ articles }) => articles).map((one) => [one.file.slug, one.article]))
  expect(bySlug(together)).toEqual(bySlug(apart.flat()))
  expect(bySlug(together).size).toBeGreaterThanOrEqual(MANY - 1)
  const linesOf = (chunks: typeof together) =>
    chunks.flatMap(({ problems }) => problems.map((problem) => JSON.stringify(problem))).sort()
  expect(linesOf(together)).toEqual(linesOf(apart.flat()))
  expect(together.flatMap(({ problems }) => problems)).toContainEqual(
    expect.objectContaining({ file: WRONG, code: 'E-UNKNOWN-AUTHOR' }),
  )
})
