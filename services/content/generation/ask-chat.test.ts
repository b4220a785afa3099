import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  beginStream,
  type ChatReply,
  cutOff,
  endedEarly,
  endless,
  refused,
  startChatServer,
  streamed,
  whole,
} from '../../../tests/support/servers/chat-server.ts'
import { askChat, type ChatOptions } from './ask-chat.ts'
import type { ChatFailure } from './chat-failure.ts'

const KEY = 'sk-secret-1234567890'
const MESSAGES = [{ role: 'user', content: 'What is a bond?' }] as const
const ANSWER = `Облигация — это долг. ${'Ein Satz, şöyle. '.repeat(40)}`

interface Asked extends Partial<ChatOptions> {
  key?: string | undefined
  path?: string
}

async function ask(reply: ChatReply, { path = '', ...asked }: Asked = {}) {
  const server = await startChatServer(reply)
  const key = 'key' in asked ? asked.key : KEY
  const endpoint = { url: `${server.url}${path}`, key, model: 'a-model' }
  const options = { timeoutMs: 5_000, stream: true, signal: new AbortController().signal }
  const answer = askChat(endpoint, MESSAGES, { ...options, ...asked })
  return { server, answer }
}

const failureOf = async (reply: ChatReply, asked?: Asked): Promise<ChatFailure> =>
  (await ask(reply, asked)).answer.then(
    () => {
      throw new Error('an answer came')
    },
    (failure) => failure,
  )

describe('an answer', () => {
  test('is assembled from its chunks, with a count on the way', async () => {
    const counts: number[] = []
    const { answer, server } = await ask(streamed(ANSWER), {
      onProgress: (characters) => counts.push(characters),
    })

    expect(await answer).toBe(ANSWER)
    expect(counts.at(-1)).toBe(ANSWER.length)
    expect(counts.length).toBeGreaterThan(3)
    expect(server.requests).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: { model: 'a-model', stream: true, messages: [...MESSAGES] },
      },
    ])
  })

  test('in one piece is accepted, whether streaming was requested or not', async () => {
    expect(await (await ask(whole(ANSWER))).answer).toBe(ANSWER)
    const { answer, server } = await ask(whole(ANSWER), { stream: false })
    expect(await answer).toBe(ANSWER)
    expect(server.requests[0]?.body.stream).toBe(false)
  })

  test('may be chunked within characters and lines', async () => {
    const bytes = Buffer.from(
      `data: ${JSON.stringify({ choices: [{ delta: { content: ANSWER }, finish_reason: 'stop' }] })}\r\n\r\ndata:[DONE]\r\n\r\n`,
    )
    const { answer } = await ask(async (_request, response) => {
      beginStream(response)
      for (let at = 0; at < bytes.length; at += 7) {
        await new Promise((resolve) => response.write(bytes.subarray(at, at + 7), resolve))
      }
      response.end()
    })
    expect(await answer).toBe(ANSWER)
  })

  test('is requested at the full address or at its base, with a key or without', async () => {
    const { answer, server } = await ask(whole('x'), { path: '/chat/completions/', key: undefined })
    await answer
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: undefined,
    })
  })
})

describe('a request', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('has no setting of other tools and nothing that identifies the machine', async () => {
    const hidden = {
      OPENAI_API_KEY: 'hidden-key',
      OPENAI_ADMIN_KEY: 'hidden-admin',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_ORG_ID: 'hidden-org',
      OPENAI_PROJECT_ID: 'hidden-project',
      OPENAI_CUSTOM_HEADERS: 'authorization: hidden-header\nx-hidden: hidden-too',
    }
    for (const [name, value] of Object.entries(hidden)) vi.stubEnv(name, value)
    const sent: IncomingHttpHeaders[] = []
    const reply: ChatReply = (request, response) => {
      sent.push(response.req.headers)
      return whole('x')(request, response)
    }
    await (await ask(reply)).answer
    await (await ask(reply, { key: undefined })).answer

    expect(sent.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`, undefined])
    expect(JSON.stringify(sent)).not.toMatch(/hidden|stainless/i)
  })
})

describe('a failure', () => {
  test.each<[string, ChatReply, ChatFailure['kind'], RegExp]>([
    ['a broken stream', cutOff(ANSWER), 'again', /broke off after \d+ characters/],
    ['a stream that ends early', endedEarly(ANSWER), 'again', /broke off after \d+ characters/],
    ['an endless stream', endless, 'again', /did not stop after 200000 characters/],
    [
      'a line without end',
      (_, response) => {
        beginStream(response)
        response.end(`data: ${'x'.repeat(20_000_001)}`)
      },
      'again',
      /broke off: the answer has more than 20000000 bytes/,
    ],
    ['an empty answer', streamed('  \n'), 'again', /without a word/],
    ['an answer cut by the model', whole('x', 'length'), 'refused', /at its own limit/],
    ['an answer held back', whole('x', 'content_filter'), 'refused', /filter/],
    ['another protocol', (_, response) => void response.end('<html>'), 'again', /OpenAI protocol/],
    ['a server error', refused(500, 'oops'), 'again', /answers 500 oops/],
    ['a wrong request', refused(400, 'too long'), 'refused', /answers 400 too long/],
    ['a wrong key', refused(401, 'no'), 'misconfigured', /answers 401 no\. Check LLM_KEY/],
    ['a wrong model', refused(404, 'no'), 'misconfigured', /Check LLM_URL and LLM_MODEL/],
    ['no money', refused(429, 'x', {}, 'insufficient_quota'), 'misconfigured', /used up/],
    [
      'an address that has moved',
      refused(307, '', { location: 'https://elsewhere.example/v1' }),
      'misconfigured',
      /set LLM_URL to https:\/\/elsewhere\.example\/v1/,
    ],
    [
      'an error in the middle of a stream',
      (_, response) => {
        beginStream(response)
        response.end(`data: ${JSON.stringify({ error: { message: 'overloaded' } })}\n\n`)
      },
      'again',
      /broke off: overloaded/,
    ],
  ])('by %s is distinguished', async (_name, reply, kind, message) => {
    const failure = await failureOf(reply)
    expect(failure).toMatchObject({ name: 'ChatFailure', kind })
    expect(failure.message).toMatch(message)
  })

  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': '86400' }, 600_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': 'Thu, 07 Nov 2024 00:00:00 GMT' }, 0],
    [{}, undefined],
  ])('of a busy server has its waiting time: %j', async (headers, waitMs) => {
    const failure = await failureOf(refused(429, 'slow down', { ...headers }))
    expect(failure).toMatchObject({ kind: 'busy', retryAfterMs: waitMs })
  })

  test('never contains the key or control characters', async () => {
    const failure = await failureOf(refused(401, `Wrong key ${KEY}\u001b[2J\n${'x'.repeat(2_000)}`))
    expect(failure.message).not.toContain(KEY)
    expect(failure.message).not.toMatch(/\p{Cc}/u)
    expect(failure.message.length).toBeLessThan(500)
  })

  test('is valid Unicode, although it is cut in the middle of a character', async () => {
    const failure = await failureOf(refused(400, `${'x'.repeat(295)}😀\u0000y`))
    expect(failure.message.isWellFormed()).toBe(true)
    expect(failure.message).toMatch(/x\ufffd…$/)
  })

  test('of a key that no header can contain does not contain it either', async () => {
    const failure = await failureOf(whole('x'), { key: 'sk-\nsecret' })
    expect(failure.message).not.toContain('secret')
  })

  test('is reported in time when the server does not answer or does not listen', async () => {
    const silent = await failureOf(() => {}, { timeoutMs: 150 })
    expect(silent).toMatchObject({ kind: 'again' })
    expect(silent.message).toMatch(/did not answer in 0\.15 s/)

    const fallenSilent = await failureOf(
      (_request, response) => {
        beginStream(response)
        response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
      },
      { silenceMs: 150 },
    )
    expect(fallenSilent).toMatchObject({ kind: 'again' })
    expect(fallenSilent.message).toMatch(/sent nothing for 0\.15 s after 1 characters/)

    const nobody = askChat({ url: 'http://127.0.0.1:9', key: undefined, model: 'm' }, MESSAGES, {
      timeoutMs: 5_000,
      stream: true,
      signal: new AbortController().signal,
    })
    await expect(nobody).rejects.toMatchObject({ kind: 'again' })
  })

  test('by an abort is thrown unchanged, and closes the request', async () => {
    const gone = Promise.withResolvers<void>()
    const stop = new AbortController()
    const { answer } = await ask(
      (_request, response) => {
        response.on('close', gone.resolve)
        beginStream(response)
        response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
      },
      { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) },
    )
    await expect(answer).rejects.toThrow('stopped')
    await gone.promise
  })
})
