import { describe, expect, onTestFinished } from 'vitest'
import { copyContent } from '../../../support/content/content-folder.ts'
import { articleDraft, contentTest } from '../../../support/content/content-service.ts'
import { COSTLY_TEXTS } from '../../../support/content/costly-texts.ts'
import { runContentCommand } from '../../../support/site/run-content.ts'
import { startEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

const TOKENS = { mallory: 'a-token-of-mallory', anna: 'a-token-of-anna-herself' }
/** An edit has 3 seconds, and 10 while the database answers. */
const DEADLINE_MS = 10_000
const REFUSAL =
  'has more than 100,000 parts, such as paragraphs, list items, table cells, links and words in italics: make several articles of it'

interface Answer {
  status: number
  ms: number
  reasons: { field: string; message: string }[]
}

const test = contentTest.extend<{ site: Awaited<ReturnType<typeof startContent>> }>({
  site: async ({ shared }, use) => use(await startContent(shared.databaseUrl)),
})

/** A content service in a process of its own, as in a cluster. */
async function startContent(databaseUrl: string) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const { ended } = startEntry('services/content/server.ts', [], {
    DATABASE_URL: databaseUrl,
    EDITOR_TOKEN: Object.entries(TOKENS)
      .map(([name, token]) => `${name}:${token}`)
      .join(' '),
    PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'silent',
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
  return {
    hasEnded: () => hasEnded,
    /** Checks a text as an editor's, without keeping it. */
    async check(who: keyof typeof TOKENS, body: string): Promise<Answer> {
      const begun = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/articles/costly?dryRun=true`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${TOKENS[who]}`, 'content-type': 'application/json' },
        body: JSON.stringify(articleDraft({ body })),
      })
      const { reasons = [] } = (await answer.json()) as Partial<Answer>
      return { status: answer.status, ms: performance.now() - begun, reasons }
    },
    async readHome(): Promise<number> {
      return (await fetch(`http://127.0.0.1:${port}/page-models?paths=%2F`)).status
    },
  }
}

/** Asks again and again for as long as something is under way. */
async function meanwhile<T>(work: Promise<unknown>, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  do answers.push(await ask())
  while (!isOver)
  await over
  return answers
}

const A_COLLEAGUES_TEXT = 'A colleague writes of bonds.\n\n'.repeat(1_333)

describe('a text of allowed length', () => {
  test('of any shape is answered in time, crashes no process and delays no other editor [T25]', {
    timeout: 120_000,
  }, async ({ site }) => {
    for (const [name, { text, refused }] of Object.entries(COSTLY_TEXTS)) {
      const hostile = site.check('mallory', text)
      const homes = await meanwhile(hostile, site.readHome)
      const { status, ms, reasons } = await hostile
      expect(new Set(homes), name).toEqual(new Set([200]))
      expect([200, 400], name).toContain(status)
      expect(ms, name).toBeLessThan(DEADLINE_MS)
      if (refused) expect(reasons, name).toEqual([{ field: '/body', message: REFUSAL }])
      expect(await site.check('anna', 'Another text.'), name).toMatchObject({ status: 200 })
      expect(site.hasEnded(), name).toBe(false)
    }
  })

  test('is rendered while another editor sends five of the most expensive ones [T25]', {
    timeout: 60_000,
  }, async ({ site }) => {
    const text = COSTLY_TEXTS['brackets that open']?.text ?? ''
    const hostile = Promise.all(Array.from({ length: 5 }, () => site.check('mallory', text)))
    const colleagues = await meanwhile(hostile, () => site.check('anna', A_COLLEAGUES_TEXT))
    expect(new Set(colleagues.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set((await hostile).map(({ status }) => status))).toEqual(new Set([400]))
  })

  test.for(['lint', 'import'])(
    'is reported by %s with its file [T25]',
    async (command, { shared }) => {
      const folder = await copyContent()
      onTestFinished(folder.dispose)
      const [file, info] = ['articles/en_US/costly.md', 'info/en_US/about-us.md']
      const text = COSTLY_TEXTS['short paragraphs']?.text ?? ''
      await folder.write(file, `---\nslug: costly\ntitle: Costly\n---\n\n${text}`)
      await folder.write(info, `${await folder.read(info)}\n\n${text}`)
      const { exitCode, stdout, stderr } = await runContentCommand([command], {
        CONTENT_DIR: folder.folder,
        SITE_LOCALE: 'en_US',
        DATABASE_URL: shared.databaseUrl,
      })
      expect(exitCode).toBe(1)
      for (const name of [file, info]) {
        expect(stdout + stderr).toMatch(new RegExp(`${name}:\\d+.*${REFUSAL}`))
      }
    },
  )
})
