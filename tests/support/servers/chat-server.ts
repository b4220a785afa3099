import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request of a client. */
export interface ChatRequest {
  path: string | undefined
  authorization: string | undefined
  body: { model?: unknown; stream?: unknown; messages?: { role: string; content: string }[] }
}

/** Answers a request; may be slow. */
export type ChatReply = (request: ChatRequest, response: ServerResponse) => void | Promise<void>

export interface ChatServer {
  /** With the path of the API. */
  url: string
  /** All requests, oldest first. */
  requests: ChatRequest[]
  /** Sets the answers from now on. */
  answer(reply: ChatReply): void
}

/** A server of the test's own that speaks the OpenAI protocol as the test tells it to. */
export async function startChatServer(reply: ChatReply): Promise<ChatServer> {
  const requests: ChatRequest[] = []
  let current = reply
  const server = createServer((incoming, response) => {
    // A client that disconnects in the middle of an answer is not an error here.
    response.on('error', () => {})
    void read(incoming).then(async (request) => {
      requests.push(request)
      await current(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer(reply) {
      current = reply
    },
  }
}

async function read(incoming: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return {
    path: incoming.url,
    authorization: incoming.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
  }
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const delta = (content: string, finish: string | null = null) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
}

/** Streams the answer, as clients ask for by default. */
export const streamed =
  (text: string): ChatReply =>
  (_request, response) => {
    beginStream(response)
    response.write(`: a comment\n\n${event({ choices: [{ delta: { role: 'assistant' } }] })}`)
    for (let at = 0; at < text.length; at += 100) response.write(delta(text.slice(at, at + 100)))
    response.write(delta('', 'stop'))
    response.write(event({ choices: [], usage: { total_tokens: 7 } }))
    response.end('data: [DONE]\n\n')
  }

/** Answers without streaming, even if the client asked for it. */
export const whole =
  (text: string, finish = 'stop'): ChatReply =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const message = { role: 'assistant', content: text }
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }] }))
  }

/** Sends half of a stream and closes the connection. */
export const cutOff =
  (text: string): ChatReply =>
  (_request, response) => {
    beginStream(response)
    response.write(delta(text.slice(0, text.length / 2)), () => response.destroy())
  }

/** Ends the stream properly, but before the answer is complete. */
export const endedEarly =
  (text: string): ChatReply =>
  (_request, response) => {
    beginStream(response)
    response.end(delta(text.slice(0, text.length / 2)))
  }

/** Sends a stream without end. */
export const endless: ChatReply = (_request, response) => {
  beginStream(response)
  const more = () => {
    while (!response.destroyed && response.write(delta('word '.repeat(2_000))));
  }
  response.on('drain', more)
  more()
}

/** Refuses with an error in the form of the API. */
export const refused =
  (
    status: number,
    message: string,
    headers: Record<string, string> = {},
    code?: string,
  ): ChatReply =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message, code } }))
  }

/** Gives one reply after the other, then repeats the last one. */
export function inTurn(...replies: ChatReply[]): ChatReply {
  let turn = 0
  return (request, response) => {
    const reply = replies[Math.min(turn, replies.length - 1)]
    turn += 1
    return reply?.(request, response)
  }
}
