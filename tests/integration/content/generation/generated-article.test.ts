import { rename } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { PROVENANCES } from '../../../../services/shared/contracts/page.ts'
import { articleDraft, contentTest as test } from '../../../support/content/content-service.ts'
import { buildAnswer } from '../../../support/content/written-articles.ts'
import { startChatServer, streamed } from '../../../support/servers/chat-server.ts'
import { runContentCommand } from '../../../support/site/run-content.ts'

const NAME = 'what-a-bond-pays.md'
const PATH = '/articles/what-a-bond-pays'

test('a draft is published only when it is moved to the articles, and declares its origin [M-013]', async ({
  content,
}) => {
  const { folder } = content.folder
  const chat = await startChatServer(streamed(buildAnswer()))
  const env = {
    CONTENT_DIR: folder,
    SITE_LOCALE: 'en_US',
    LLM_URL: chat.url,
    LLM_MODEL: 'a-model',
  }
  const wanted = ['--title', 'What a bond pays', '--category', 'investment-dictionaries']
  const { exitCode, stdout } = await runContentCommand(['generate', ...wanted], env)
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })

  const before = await content.revision()
  expect(await content.import()).toMatchObject({ changedArticles: 0 })
  expect(await content.pageModel(PATH)).not.toMatchObject({ status: 'found' })

  await rename(path.join(folder, 'drafts/en_US', NAME), path.join(folder, 'articles/en_US', NAME))
  const lint = await runContentCommand(['lint'], env)
  // The office of the site answers for it, unless somebody puts a name to it.
  expect(lint.stdout.split('\n').filter((line) => line.includes(NAME))).toEqual([])
  expect(lint.exitCode).toBe(0)
  expect(await content.import()).toMatchObject({ changedArticles: 1, changed: true })
  expect(await content.revision()).toBeGreaterThan(before)
  expect(await content.pageModel(PATH)).toMatchObject({
    page: { kind: 'article', article: { title: 'What a bond pays', provenance: 'generated' } },
  })
})

test('the origin of a text is stored, for each of the three kinds', async ({ content }) => {
  for (const provenance of PROVENANCES) {
    await content.commit('PUT', `/articles/${provenance}`, articleDraft({ provenance }))
    expect(await content.pageModel(`/articles/${provenance}`)).toMatchObject({
      page: { kind: 'article', article: { provenance } },
    })
  }
  expect(PROVENANCES).toEqual(['human', 'assisted', 'generated'])
})
