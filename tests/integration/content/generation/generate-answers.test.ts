import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseMarkdownFile } from '../../../../services/content/folder/source-text.ts'
import type { ContentFolder } from '../../../support/content/content-folder.ts'
import {
  answerWithout,
  buildAnswer,
  byTitle,
  titleAskedFor,
} from '../../../support/content/written-articles.ts'
import { BOND, draftsIn, GOOD, prepareGenerate } from '../../../support/machine/prepare-generate.ts'
import { endless, inTurn, refused, streamed } from '../../../support/servers/chat-server.ts'
import { runContentCommand, startContentCommand } from '../../../support/site/run-content.ts'

const SOON = { timeout: 20_000, interval: 20 }

const setTries = async (content: ContentFolder, attempts: number) => {
  const settings = await content.read('generation.yaml')
  await content.write('generation.yaml', settings.replace(/attempts: \d+/, `attempts: ${attempts}`))
}

describe('generate', { timeout: 120_000 }, () => {
  test('uses only the requested part of an answer', async () => {
    const { content, env } = await prepareGenerate(GOOD)
    const { exitCode } = await runContentCommand(
      ['generate', ...BOND, '--author', 'eleanor-whitcombe'],
      env,
    )

    expect(exitCode).toBe(0)
    const text = await content.read('drafts/en_US/what-a-bond-pays.md')
    const { value, body } = parseMarkdownFile('draft.md', text)
    expect(value).toEqual({
      title: 'What a bond pays',
      slug: 'what-a-bond-pays',
      description: expect.stringContaining('Says what a bond pays'),
      author: 'Eleanor Whitcombe',
      publishedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00Z$/),
      provenance: 'generated',
      entities: [
        {
          category: 'investment-dictionaries',
          subcategories: [{ subcategory: 'other-resources', subsubcategories: [] }],
        },
      ],
      takeaways: ['A bond is a loan that can be sold.'],
      sources: [{ title: 'TreasuryDirect, 2025', url: 'https://www.treasurydirect.gov/' }],
    })
    expect(body).toContain('## What it pays')
  })

  test('keeps an existing draft, unless it is told to replace it', async () => {
    const { content, chat, env } = await prepareGenerate(GOOD)
    expect((await runContentCommand(['generate', ...BOND], env)).exitCode).toBe(0)
    await content.write('drafts/en_US/what-a-bond-pays.md', 'mended by hand')

    const again = await runContentCommand(['generate', ...BOND], env)
    expect(again.exitCode).toBe(0)
    expect(again.stdout).toContain('has a draft in drafts/en_US/what-a-bond-pays.md already')
    expect(chat.requests).toHaveLength(1)
    expect(await content.read('drafts/en_US/what-a-bond-pays.md')).toBe('mended by hand')

    // What is to be replaced is kept until there is another one.
    chat.answer(refused(400, 'not about that'))
    expect((await runContentCommand(['generate', ...BOND, '--force'], env)).exitCode).toBe(1)
    expect(await draftsIn(content)).toEqual(['what-a-bond-pays.former.md'])

    chat.answer(GOOD)
    expect((await runContentCommand(['generate', ...BOND], env)).exitCode).toBe(0)
    expect(chat.requests).toHaveLength(3)
    expect(await content.read('drafts/en_US/what-a-bond-pays.md')).toContain('provenance:')
    expect(await draftsIn(content)).toEqual(['what-a-bond-pays.md'])
  })

  test('sends no request for a title that has an article already', async () => {
    const { content, chat, env } = await prepareGenerate(() => {})
    await content.write('titles.txt', 'What a bond pays\nSwaps\n')
    const titles = path.join(content.folder, 'titles.txt')
    const args = ['generate', '--titles', titles, ...BOND.slice(2)]
    const run = startContentCommand(args, env)
    await expect.poll(() => chat.requests.length, SOON).toBe(2)
    run.kill('SIGINT')
    await run.ended
    const article = buildAnswer().replace('slug: of-its-own', 'slug: what-a-bond-pays')
    const published = 'articles/en_US/on-bonds.md'

    // Another article, whose address the new one would take.
    await content.write(published, article)
    const refused = await runContentCommand(args, env)
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
    expect(refused.stderr).toContain(
      `"What a bond pays": "what-a-bond-pays" is the slug of ${published}`,
    )
    expect(chat.requests).toHaveLength(2)

    // The article itself.
    await content.write(published, article.replace(/^title: .*$/m, 'title: "What a bond pays"'))
    chat.answer(GOOD)
    const { exitCode, stdout } = await runContentCommand(args, env)
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`"What a bond pays" is published in ${published}`)
    expect(chat.requests.slice(2).map(titleAskedFor)).not.toContain('What a bond pays')
    expect(await draftsIn(content)).toEqual(['swaps.md'])
  })

  test('keeps an answer that cannot be repaired, with the reasons', async () => {
    const { content, chat, env } = await prepareGenerate(
      inTurn(
        streamed(buildAnswer({ body: '## <b>Bold</b>\n\nToo short.' })),
        streamed(buildAnswer({ body: '## <i>Still</i>\n\nToo short.' })),
      ),
    )
    const { exitCode, stdout } = await runContentCommand(['generate', ...BOND], env)

    expect(exitCode).toBe(1)
    expect(await draftsIn(content)).toEqual(['what-a-bond-pays.rejected.md'])
    expect(stdout).toMatch(
      /was rejected, and is kept in .*\.rejected\.md\n {2}line \d+: .*raw HTML/,
    )
    const kept = await content.read('drafts/en_US/what-a-bond-pays.rejected.md')
    const [, line = ''] = /^- line (\d+): .*<i>/m.exec(kept) ?? []
    expect(kept.split('\n')[Number(line) - 1]).toBe('## <i>Still</i>')
    expect(chat.requests).toHaveLength(2)

    const again = await runContentCommand(['generate', ...BOND], env)
    expect(again.exitCode).toBe(1)
    expect(again.stdout).toContain('it was rejected before')
    expect(chat.requests).toHaveLength(2)
  })

  test('reports for each title why it failed', async () => {
    const { content, chat, env } = await prepareGenerate(
      byTitle({
        Broken: refused(500, 'oops'),
        Endless: endless,
        Refused: refused(400, 'not about that'),
        Good: GOOD,
      }),
    )
    await setTries(content, 2)
    await content.write('titles.yaml', '- Broken\n- title: Endless\n- Refused\n- Good\n')
    const titles = path.join(content.folder, 'titles.yaml')
    const args = ['generate', '--titles', titles, '--category', 'expert-advice']

    const { exitCode, stdout } = await runContentCommand(args, env)

    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/"Broken" failed: \S+ answers 500 oops\n/)
    expect(stdout).toMatch(/"Endless" failed: \S+ did not stop after 200000 characters\n/)
    expect(stdout).toMatch(/"Refused" failed: \S+ answers 400 not about that\n/)
    expect(await draftsIn(content)).toEqual(['good.md'])
    expect(chat.requests.map(titleAskedFor).sort()).toEqual([
      ...['Broken', 'Broken', 'Endless', 'Endless', 'Good', 'Refused'],
    ])

    chat.answer(GOOD)
    expect((await runContentCommand(args, env)).exitCode).toBe(0)
    expect(chat.requests).toHaveLength(6 + 3)
    expect(await draftsIn(content)).toHaveLength(4)
  })

  test('sends mistakes back once, and keeps the better of two answers', async () => {
    const { content, chat, env } = await prepareGenerate(
      inTurn(streamed(answerWithout('description')), streamed('I am sorry.')),
    )

    const { exitCode, stdout } = await runContentCommand(['generate', ...BOND], env)

    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })
    expect(chat.requests).toHaveLength(2)
    expect(chat.requests[1]?.body.messages?.at(-1)?.content).toContain('description')
    expect(await draftsIn(content)).toEqual(['what-a-bond-pays.md'])
    expect(stdout).toMatch(/line \d+: .*description/)
  })

  test('removes control characters from its reports', async () => {
    const body = `## <b>\u001b[2J\u0000😀${'x'.repeat(400)}</b>\n\nText.`
    const { env } = await prepareGenerate(streamed(buildAnswer({ body })))
    const { exitCode, stdout } = await runContentCommand(['generate', ...BOND], env)

    expect(exitCode).toBe(1)
    expect(stdout).toContain('was rejected')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })

  test.each<[string, string[], Record<string, string>, number, RegExp]>([
    ['no title', [], {}, 2, /Give either --title or --titles/],
    ['titles twice', [...BOND, '--titles', 'titles.txt'], {}, 2, /Give either/],
    ['an unknown option', [...BOND, '--sub', 'x'], {}, 2, /--sub/],
    ['an unknown locale', [...BOND, '--locale', 'de_DE'], {}, 1, /SITE_LOCALE/],
    [
      'names that nobody knows',
      ['--title', 'x', '--category', 'expert-advise', '--author', 'Eleanor Whitcomb'],
      {},
      1,
      /--category "expert-advise" is not a known category; did you mean "expert-advice"\?\n--author "Eleanor Whitcomb" .*did you mean "Eleanor Whitcombe"/,
    ],
    ['no model', BOND, { LLM_MODEL: '' }, 1, /LLM_MODEL: is missing/],
    ['a key that no header can hold', BOND, { LLM_KEY: 'sk secret' }, 1, /LLM_KEY: must match/],
    [
      'an article that is there',
      [...BOND, '--slug', 'how-a-broad-index-etf-works'],
      {},
      1,
      /is the slug of articles\/en_US\/how-a/,
    ],
  ])('refuses %s before it sends a request', async (_name, args, more, code, message) => {
    const { content, chat, env } = await prepareGenerate(GOOD)
    const { exitCode, stderr, stdout } = await runContentCommand(['generate', ...args], {
      ...env,
      ...more,
    })

    expect(stderr).toMatch(message)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).not.toContain('secret')
    expect(chat.requests).toEqual([])
    expect(await draftsIn(content)).toEqual([])
  })
})

describe('prompt', () => {
  test('prints what generate sends', async () => {
    const { chat, env } = await prepareGenerate(GOOD)
    const wanted = ['--locale', 'ru_RU', '--title', 'Что такое облигация', ...BOND.slice(2)]

    const { exitCode, stdout } = await runContentCommand(['prompt', ...wanted], env)

    expect(exitCode).toBe(0)
    expect(chat.requests).toEqual([])
    await runContentCommand(['generate', ...wanted], env)
    const sent = chat.requests[0]?.body.messages?.map(({ content }) => content)
    expect(stdout).toBe(`${sent?.join('\n\n')}\n`)
    expect(stdout).toContain('Write the article "Что такое облигация".')
  })

  test('refuses unknown arguments', async () => {
    const wrong = await runContentCommand(
      ['prompt', '--title', 'x', '--category', 'expert-advise'],
      {},
    )
    expect(wrong).toMatchObject({ exitCode: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^--category .* did you mean "expert-advice"\?\n$/)
    const misspelt = await runContentCommand(['prompt', '--titel', 'x'], {})
    expect(misspelt).toMatchObject({ exitCode: 2, stdout: '' })
    expect(misspelt.stderr).toContain('--titel')
  })
})
