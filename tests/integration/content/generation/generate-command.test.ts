import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildAnswer, byTitle, titleAskedFor } from '../../../support/content/written-articles.ts'
import {
  BOND,
  draftsIn,
  GOOD,
  KEY,
  prepareGenerate,
} from '../../../support/machine/prepare-generate.ts'
import { cutOff, inTurn, refused, streamed, whole } from '../../../support/servers/chat-server.ts'
import { runContentCommand, startContentCommand } from '../../../support/site/run-content.ts'

const SOON = { timeout: 20_000, interval: 20 }

describe('generate', { timeout: 120_000 }, () => {
  test('writes drafts despite failures of the server', async () => {
    const { content, chat, env } = await prepareGenerate(
      byTitle({
        Busy: inTurn(refused(429, 'slow down', { 'retry-after': '1' }), GOOD),
        Broken: inTurn(refused(500, `oops ${KEY}`), GOOD),
        'Cut off': inTurn(cutOff(buildAnswer()), whole(buildAnswer())),
        Misread: inTurn(streamed('Here is your article! # Bonds'), GOOD),
      }),
    )
    await content.write('titles.txt', '# four\nBusy\nBroken\n\nCut off\nMisread\n')

    const titles = path.join(content.folder, 'titles.txt')
    const args = [
      '--titles',
      titles,
      '--category',
      'expert-advice',
      '--author',
      'Eleanor Whitcombe',
    ]
    const { exitCode, stdout, stderr } = await runContentCommand(['generate', ...args], env)

    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 })
    const names = ['broken.md', 'busy.md', 'cut-off.md', 'misread.md']
    expect(await draftsIn(content)).toEqual(names)
    expect(stdout).toContain('"Busy" is drafted in drafts/en_US/busy.md')
    expect(stderr).toMatch(/^4 of 4: /m)
    // Two for each title: what went wrong, and what did not.
    expect(chat.requests.map(titleAskedFor).sort()).toEqual(
      ['Broken', 'Busy', 'Cut off', 'Misread'].flatMap((title) => [title, title]),
    )
    for (const text of [stdout, stderr]) {
      expect(text).not.toContain(KEY)
      expect(text.length).toBeGreaterThan(10)
    }

    const repair = chat.requests.filter((request) => titleAskedFor(request) === 'Misread')[1]
    expect(repair?.body.messages?.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user'],
    ])
    expect(repair?.body.messages?.at(-1)?.content).toContain('must begin with front matter')
  })

  test('sends one request for a title that two runs request', async () => {
    const goOn = Promise.withResolvers<void>()
    const { content, chat, env } = await prepareGenerate(async (request, response) => {
      await goOn.promise
      await GOOD(request, response)
    })
    await content.write('titles.txt', 'One\nTwo\nThree\n')
    const titles = path.join(content.folder, 'titles.txt')
    const args = ['generate', '--titles', titles, '--category', 'expert-advice']
    const one = startContentCommand(args, env)
    await expect.poll(() => chat.requests.length, SOON).toBe(2)
    const other = startContentCommand(args, env)
    await expect.poll(() => other.stderr(), SOON).toContain('Waiting for process')
    goOn.resolve()

    expect([await one.ended, await other.ended]).toEqual([0, 0])
    expect(await draftsIn(content)).toEqual(['one.md', 'three.md', 'two.md'])
    expect(other.stdout()).toContain('"One" has a draft in drafts/en_US/one.md already')
    expect(chat.requests).toHaveLength(3)
  })

  test('stops at a wrong key without a retry, and continues with the right one', async () => {
    const wrong = refused(401, `Incorrect key ${KEY}`)
    const { content, chat, env } = await prepareGenerate(wrong)
    await content.write('titles.txt', Array.from('abcdef', (letter) => `Bond ${letter}`).join('\n'))
    const titles = path.join(content.folder, 'titles.txt')
    const args = ['generate', '--titles', titles, ...BOND.slice(2)]

    const { exitCode, stdout, stderr } = await runContentCommand(args, env)

    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/answers 401 Incorrect key …\. Check LLM_KEY\./)
    expect(stdout).toContain('6 of 6 titles have no draft')
    expect(stdout + stderr).not.toContain(KEY)
    // Not more than are asked for at once.
    expect(chat.requests.length).toBeLessThanOrEqual(2)

    chat.answer(GOOD)
    expect((await runContentCommand(args, env)).exitCode).toBe(0)
    expect(await draftsIn(content)).toHaveLength(6)
  })

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'continues after %s, and requests no draft again',
    async (signal) => {
      const silent = () => {}
      const { content, chat, env } = await prepareGenerate(
        byTitle({ One: GOOD, Two: silent, Three: silent, Four: silent }),
      )
      await content.write('titles.txt', 'One\nTwo\nThree\nFour\n')
      const titles = path.join(content.folder, 'titles.txt')
      const args = ['generate', '--titles', titles, '--category', 'expert-advice']
      const run = startContentCommand(args, env)
      await expect.poll(() => chat.requests.length, SOON).toBe(3)

      run.kill(signal)
      expect(await run.ended).toBe(signal === 'SIGINT' ? 130 : null)
      if (signal === 'SIGINT') {
        expect(run.stdout()).toContain('3 of 4 titles have no draft. Run the same command again')
      }
      expect(await draftsIn(content)).toEqual(['one.md'])
      chat.answer(GOOD)
      const again = await runContentCommand(args, env)

      expect({ ...again }).toMatchObject({ exitCode: 0 })
      expect(await draftsIn(content)).toEqual(['four.md', 'one.md', 'three.md', 'two.md'])
      expect(chat.requests.slice(3).map(titleAskedFor).sort()).toEqual(['Four', 'Three', 'Two'])
      expect(await readdir(path.join(content.folder, 'drafts'))).toEqual(['en_US'])
    },
  )
})
