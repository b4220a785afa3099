import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface WebhookCall {
  id: string
  timestamp: number
  signature: string
  body: string
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A program that is notified of edits, and that answers as the test tells it to. */
export async function startWebhookReceiver(
  answer: (response: ServerResponse, call: WebhookCall) => void = (response) =>
    response.writeHead(204).end(),
) {
  const calls: WebhookCall[] = []
  const receiver = { answer, calls, url: '', close }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { headers } = request
    const call = {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
      body,
      event: JSON.parse(body),
    }
    calls.push(call)
    receiver.answer(response, call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver

  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
