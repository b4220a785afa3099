import { afterEach, expect, test } from 'vitest'
import { runContentCommand } from '../../../../support/site/run-content.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const TOKEN = 'a-token-for-those-who-look'

let site: WiredSite
afterEach(() => site.close())

const statusOf = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`${site.workerUrl}${path}`, init)
  await answer.body?.cancel()
  return answer.status
}
const question = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ tags: ['nobody-reads-this'] }),
}

test('the jobs screen and /explain require the worker’s token, health does not [M-610]', async () => {
  site = await wireSite({ jobsToken: TOKEN })

  for (const path of ['/jobs', '/jobs/', '/jobs/api/queues', '/jobs/static/favicon.ico'])
    expect(await statusOf(path), path).toBe(401)
  expect(await statusOf('/explain', question)).toBe(401)
  for (const path of ['/livez', '/readyz', '/metrics']) expect(await statusOf(path), path).toBe(200)

  const authorization = `Basic ${Buffer.from(`operator:${TOKEN}`).toString('base64')}`
  expect(await statusOf('/jobs/', { headers: { authorization } })).toBe(200)
  const headers = { ...question.headers, authorization }
  expect(await statusOf('/explain', { ...question, headers })).toBe(200)

  const explain = (jobsToken: string) =>
    runContentCommand(['explain', 'what-owning-a-share-gives-you'], {
      CONTENT_URL: site.contentUrl,
      WORKER_URL: site.workerUrl,
      EDITOR_TOKEN: `anna:${site.token} another-token-of-anna`,
      JOBS_TOKEN: jobsToken,
    })
  expect(await explain(TOKEN)).toMatchObject({ exitCode: 0, stderr: '' })
  expect((await explain('')).stderr).toMatch(/does not accept this token\. Set JOBS_TOKEN/)
})

test('no token is required where the worker has none', async () => {
  site = await wireSite()

  expect(await statusOf('/jobs/')).toBe(200)
  expect(await statusOf('/explain', question)).toBe(200)
})
