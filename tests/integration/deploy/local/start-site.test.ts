import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { ensureWebBuild } from '../../../../deploy/local/ensure-web-build.ts'
import { type ContentFolder, copyContent } from '../../../support/content/content-folder.ts'
import { freePort, type RunningSite, runSite, spawnSite } from '../../../support/site/run-site.ts'

let folder: string
let env: Record<string, string>

beforeAll(() => ensureWebBuild(() => {}))
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'finlore-start-'))
  env = {
    DATA_DIR: path.join(folder, 'data'),
    CONTENT_DIR: inject('someContent'),
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const putArticle = (site: RunningSite, slug: string, title: string) =>
  fetch(`${site.contentUrl}/articles/${slug}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${site.token}`,
      'content-type': 'application/json',
      'if-none-match': '*',
    },
    body: JSON.stringify({
      title,
      author: 'Eleanor Whitcombe',
      body: 'A few words that nobody has written here before.',
      entities: [{ category: 'expert-advice' }],
    }),
  })

/**
 * How a request ended: with the status of a whole answer; without one, as on a connection that had
 * answered before, on a new one that was never answered, or in the middle of an answer.
 */
async function endOf(url: string, agent: Agent): Promise<number | string> {
  const request = get(url, { agent })
  let answer: IncomingMessage | undefined
  try {
    const [response]: IncomingMessage[] = await once(request, 'response')
    answer = response
    await buffer(response as IncomingMessage)
    return response?.statusCode ?? 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (answer) return `${code} in an answer`
    return `${code} on ${request.reusedSocket ? 'a used' : 'a new'} connection`
  }
}

/** Runs a start that is expected to fail. */
async function failedStart(changes: Record<string, string> = {}) {
  const { child, output } = spawnSite({ ...env, ...changes })
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

describe('npm start', () => {
  test('exits with 0 within 10 s of SIGTERM, without output, and frees its ports', async () => {
    const site = await runSite(env)
    const started = performance.now()
    expect(await site.stop()).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(site.output().split(/^ready \S+\n/m)[1]).toBe('')

    const again = await runSite(env)
    expect((await fetch(again.url)).status).toBe(200)
    expect(await again.stop()).toBe(0)
  })

  test('loses no acknowledged edit when it is killed [P5]', async () => {
    const site = await runSite(env)
    const acknowledged: string[] = []
    for (let count = 0; count < 5; count++) {
      const slug = `killed-after-edit-${count}`
      const response = await putArticle(site, slug, `Killed after edit ${count}`)
      if (response.status === 201) acknowledged.push(slug)
    }
    site.process.kill('SIGKILL')
    await once(site.process, 'close')
    expect(acknowledged).toHaveLength(5)

    const again = await runSite(env)
    for (const slug of acknowledged) {
      expect((await fetch(`${again.url}/articles/${slug}`)).status).toBe(200)
    }
    // Lists that were stored before the kill are rebuilt within seconds.
    await vi.waitFor(
      async () => {
        const list = await (await fetch(`${again.url}/expert-advice/other-expert-advice`)).text()
        for (const slug of acknowledged) expect(list).toContain(`/articles/${slug}`)
      },
      { timeout: 25_000, interval: 50 },
    )
    const found = await fetch(`${again.url}/api/search?q=killed%20after`)
    expect(await found.json()).toMatchObject({ total: 5 })
    await again.stop()
  }, 60_000)

  test('says at its next start which edits of the API are in no file yet, and what files do to other articles', async () => {
    const own = await copyContent(inject('someContent'))
    onTestFinished(() => own.dispose())
    const started = { ...env, CONTENT_DIR: own.folder }
    const site = await runSite(started)
    const headers = { authorization: `Bearer ${site.token}` }
    const address = `${site.contentUrl}/site-files/site`
    const before = await fetch(address, { headers })
    const etag = String(before.headers.get('etag'))
    const saved = await fetch(address, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'text/yaml', 'if-match': etag },
      body: (await before.text()).replace('tagline: Money', 'tagline: All money'),
    })
    expect(saved.status).toBe(200)
    expect((await putArticle(site, 'early', 'Early')).status).toBe(201)
    const renamed = await fetch(`${site.contentUrl}/articles/early`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json', 'if-match': '*' },
      body: JSON.stringify({ slug: 'late' }),
    })
    expect(renamed.status).toBe(200)
    await site.stop()

    const file = 'articles/en_US/early.md'
    await own.write(
      file,
      '---\ntitle: Another\nslug: early\nauthor: Eleanor Whitcombe\nentities:\n  - category: expert-advice\n---\nAnother text.\n',
    )
    const again = await runSite(started)
    expect(again.output()).toContain(
      `${file}:3: W-FORMER-ADDRESS slug was the address of /articles/late before`,
    )
    expect(again.output()).toMatch(
      /^1 of \d+ articles imported as revision \d+; .*1 file lacks what was edited through the API, and 1 article is in no file: npm run content -- pull$/m,
    )
    await expect
      .poll(async () => (await fetch(again.url)).text(), { timeout: 20_000 })
      .toContain('All money and investing')
    await again.stop()
  }, 60_000)

  test('serves pages when its database is killed, and accepts edits again by itself [F1]', async () => {
    const site = await runSite(env)
    const page = `${site.url}/articles/how-a-broad-index-etf-works`
    expect((await fetch(page)).status).toBe(200)
    await vi.waitFor(
      async () => {
        const files = await readdir(path.join(env.DATA_DIR ?? '', 'pages'), { recursive: true })
        expect(files.filter((file) => file.endsWith('broad-index-etf-works.entry'))).toHaveLength(1)
      },
      { timeout: 10_000, interval: 50 },
    )
    const pidFile = path.join(env.DATA_DIR ?? '', 'postgres/postmaster.pid')
    const [pid] = (await readFile(pidFile, 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')

    expect((await fetch(page)).status).toBe(200)
    expect((await fetch(`${site.url}/api/search?q=bond`)).status).toBe(200)
    await vi.waitFor(
      async () => {
        const response = await putArticle(site, 'after-the-crash', 'After the crash')
        expect(response.status).toBe(201)
      },
      { timeout: 20_000, interval: 100 },
    )
    await vi.waitFor(
      async () => {
        const response = await fetch(`${site.url}/api/search?q=after%20the%20crash`)
        expect(await response.json()).toMatchObject({ total: 1 })
      },
      { timeout: 10_000, interval: 50 },
    )
    expect(await site.stop()).toBe(0)
  })

  test('answers requests in flight at SIGTERM with Connection: close [F26]', async () => {
    const site = await runSite(env)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const statuses: number[] = []
    const readers = Array.from({ length: 20 }, async () => {
      for (;;) {
        const end = await endOf(`${site.url}/`, agent)
        if (typeof end === 'string') return end
        statuses.push(end)
      }
    })
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(200), { timeout: 20_000 })
    expect(await site.stop()).toBe(0)
    const ends = new Set(await Promise.all(readers))

    expect(new Set(statuses)).toEqual(new Set([200]))
    // Each had its last answer whole, and then found the door closed. The kernel resets a connection
    // that it completes while the door closes: its request has not reached the site.
    const closed = ['ECONNREFUSED on a new connection', 'ECONNRESET on a new connection']
    for (const end of ends) expect(closed).toContain(end)
    expect(await endOf(`${site.url}/`, agent)).toBe('ECONNREFUSED on a new connection')
  })

  test('reports in one sentence that its port is in use', async () => {
    const server = createServer().listen(Number(env.PORT), '127.0.0.1')
    await once(server, 'listening')
    const { code, output } = await failedStart()
    server.close()

    expect(code).toBe(1)
    expect(output).toBe(
      `Port ${env.PORT} on 127.0.0.1 is in use by another program. Stop it, or set PORT to a free port.\n`,
    )
  })

  test('refuses an invalid setting by name', async () => {
    const { code, output } = await failedStart({ PORT: 'eighty' })
    expect(code).toBe(1)
    expect(output).toMatch(/^Invalid environment:\n {2}PORT: /)
  })

  test('refuses a second start on the same data while the first one runs', async () => {
    const site = await runSite(env)
    const { code, output } = await failedStart({
      PORT: String(await freePort()),
      CONTENT_PORT: String(await freePort()),
      WORKER_PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(output).toMatch(/is in use by another finlore \(process \d+\)/)
    expect((await fetch(site.url)).status).toBe(200)
    await site.stop()
  })
})

describe('npm start with damaged files', () => {
  let content: ContentFolder

  beforeEach(async () => {
    content = await copyContent(inject('someContent'))
  })
  afterEach(() => content.dispose())

  test('shows days of the site’s time zone, and example ads only with the example content', async () => {
    const sample = 'https://bank.example/savings'
    const { CONTENT_DIR: _, ...withOwnContent } = env
    const ours = await runSite(withOwnContent)
    expect(await (await fetch(ours.url)).text()).toContain(sample)
    await ours.stop()
    await rm(env.DATA_DIR ?? '', { recursive: true })

    const site = await content.read('site.yaml')
    const zone = 'zone: Pacific/Auckland'
    await content.write('site.yaml', site.replace('  en_US:\n', `  en_US:\n    ${zone}\n`))
    const file = 'articles/en_US/what-a-bond-is-and-why-its-price-moves.md'
    const text = await content.read(file)
    await content.write(
      file,
      text.replace(/^publishedAt: .*$/m, 'publishedAt: 2025-03-04T11:00:00Z'),
    )
    const theirs = await runSite({ ...env, CONTENT_DIR: content.folder })
    const page = await fetch(`${theirs.url}/articles/what-a-bond-is-and-why-its-price-moves`)
    expect(await page.text()).toContain(
      '<time dateTime="2025-03-05T00:00:00.000+13:00">March 5, 2025</time>',
    )
    expect(await (await fetch(theirs.url)).text()).not.toContain(sample)
    await theirs.stop()
  }, 90_000)

  test('reports file and line of mistakes in the content, and starts once they are corrected', async () => {
    const file = 'articles/en_US/how-a-broad-index-etf-works.md'
    const text = await readFile(path.join(content.folder, file), 'utf8')
    await content.write(file, text.replace('James Calloway', 'Jim Calloway'))
    const { code, output } = await failedStart({ CONTENT_DIR: content.folder })

    expect(code).toBe(1)
    expect(output).toMatch(/^1 problem in the content; nothing was imported\.$/m)
    expect(output).toMatch(
      /how-a-broad-index-etf-works\.md:\d+: E-UNKNOWN-AUTHOR author "Jim Calloway" is not a known author/,
    )

    await content.write(file, text)
    const site = await runSite({ ...env, CONTENT_DIR: content.folder })
    expect((await fetch(site.url)).status).toBe(200)
    await site.stop()
  })

  test('serves stored pages when the articles are missing, and withdraws them when their number is given [F53]', async () => {
    const first = await runSite({ ...env, CONTENT_DIR: content.folder })
    await first.stop()
    await content.unlink()
    const articles = path.join(content.folder, 'articles/en_US')
    const files = await readdir(articles)
    for (const file of files) await content.remove(`articles/en_US/${file}`)
    const page = '/articles/how-a-broad-index-etf-works'

    const site = await runSite({ ...env, CONTENT_DIR: content.folder })
    expect(site.output()).toContain(
      `The files of ${files.length} of ${files.length} published articles are missing in the content folder. Nothing was imported, and readers keep what they have. Put the files back or, if these articles are to be withdrawn: npm start -- --withdraw ${files.length}\n`,
    )
    expect((await fetch(site.url + page)).status).toBe(200)
    expect((await putArticle(site, 'still-edited', 'Still edited')).status).toBe(201)
    await site.stop()

    const args = ['--withdraw', String(files.length)]
    const told = await runSite({ ...env, CONTENT_DIR: content.folder }, undefined, { args })
    await vi.waitFor(async () => expect((await fetch(told.url + page)).status).toBe(410), {
      timeout: 20_000,
      interval: 100,
    })
    expect((await fetch(`${told.url}/articles/still-edited`)).status).toBe(200)
    expect(told.output()).toContain(`; ${files.length} withdrawn`)
    await told.stop()
  }, 60_000)

  test('refuses a corrupt database in a sentence, serves stored pages, and accepts edits when it is restored', async () => {
    const before = await runSite(env)
    await before.stop()
    const control = path.join(env.DATA_DIR ?? '', 'postgres/global/pg_control')
    const kept = await readFile(control)
    await writeFile(control, Buffer.alloc(kept.length))

    const site = await runSite(env)
    expect((await fetch(site.url)).status).toBe(200)
    const sentences = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('The database'))
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toContain('Keep the folder')
    expect(await readFile(control)).toEqual(Buffer.alloc(kept.length))

    await writeFile(control, kept)
    await vi.waitFor(
      async () => {
        const response = await putArticle(site, 'after-the-repair', 'After the repair')
        expect(response.status).toBe(201)
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(await site.stop()).toBe(0)
  })

  test('exits with a corrupt database of a site without pages', async () => {
    const before = await runSite(env)
    await before.stop()
    await rm(path.join(env.DATA_DIR ?? '', 'pages'), { recursive: true })
    const control = path.join(env.DATA_DIR ?? '', 'postgres/global/pg_control')
    await writeFile(control, Buffer.alloc((await readFile(control)).length))

    const { code, output } = await failedStart()
    expect(code).toBe(1)
    expect(output.split('\n').filter((line) => line.startsWith('The database'))).toHaveLength(1)
  })
})
