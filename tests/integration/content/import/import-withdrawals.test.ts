import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import type { ContentFolder } from '../../../support/content/content-folder.ts'
import { contentTest, type TestContent } from '../../../support/content/content-service.ts'
import { runContentCommand } from '../../../support/site/run-content.ts'

const ARTICLES = 'articles/en_US'

const filesOf = async (folder: ContentFolder) =>
  (await readdir(path.join(folder.folder, ARTICLES))).toSorted()

/** Takes so many articles away, or all of them, and the links to them. */
async function removeArticles(folder: ContentFolder, count = Number.POSITIVE_INFINITY) {
  await folder.unlink()
  const files = await filesOf(folder)
  for (const file of files.slice(0, count)) await folder.remove(`${ARTICLES}/${file}`)
}

const importWith = ({ databaseUrl, folder }: TestContent, ...args: string[]) =>
  runContentCommand(['import', ...args], { DATABASE_URL: databaseUrl, CONTENT_DIR: folder.folder })

async function published({ db }: TestContent): Promise<number> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('status', '=', 'published')
    .execute()
  return rows.length
}

describe('an import of a folder that lacks articles [F53, A1]', () => {
  contentTest('withdraws up to five of them, and reports it', async ({ content }) => {
    const all = await published(content)
    await removeArticles(content.folder, 5)
    const { exitCode, stdout } = await importWith(content)

    expect(exitCode).toBe(0)
    expect(stdout).toContain('; 5 withdrawn')
    expect(await published(content)).toBe(all - 5)
  })

  contentTest('withdraws six only when that number is given', async ({ content }) => {
    const all = await published(content)
    await removeArticles(content.folder, 6)
    for (const args of [[], ['--withdraw', '5'], ['--withdraw', '7']]) {
      const { exitCode, stderr } = await importWith(content, ...args)
      expect(exitCode).toBe(1)
      expect(stderr).toContain(
        `The files of 6 of ${all} published articles are missing in the content folder`,
      )
      expect(stderr).toContain('npm run content -- import --withdraw 6')
      expect(await published(content)).toBe(all)
    }
    const { exitCode, stdout } = await importWith(content, '--withdraw', '6')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('; 6 withdrawn')
    expect(await published(content)).toBe(all - 6)
  })

  contentTest('reports what else it changed', async ({ content }) => {
    const authors = 'authors/en_US.yaml'
    const text = await content.folder.read(authors)
    await content.folder.write(authors, text.replace(/meta_title: .*/, 'meta_title: Another title'))
    const { stdout } = await importWith(content)
    expect(stdout).toMatch(/imported as revision 2; no article changed; authors: 1 changed\n$/)
  })

  contentTest(
    'withdraws nothing of a folder without articles, however few there are',
    async ({ content }) => {
      await removeArticles(content.folder, (await published(content)) - 3)
      await importWith(content, '--withdraw', String((await published(content)) - 3))
      expect(await published(content)).toBe(3)
      await removeArticles(content.folder)

      const kept = await importWith(content, '--keep-stored', 'what imports it')
      expect(kept.exitCode).toBe(0)
      expect(kept.stdout).toContain('what imports it --withdraw 3')
      expect(await published(content)).toBe(3)
    },
  )

  contentTest('does not count renamed files as withdrawn', async ({ content }) => {
    const all = await published(content)
    await content.folder.unlink()
    for (const file of (await filesOf(content.folder)).slice(0, 9)) {
      await content.folder.write(
        `${ARTICLES}/0-${file}`,
        await content.folder.read(`${ARTICLES}/${file}`),
      )
      await content.folder.remove(`${ARTICLES}/${file}`)
    }
    expect(await importWith(content)).toMatchObject({ exitCode: 0 })
    expect(await published(content)).toBe(all)
  })
})
