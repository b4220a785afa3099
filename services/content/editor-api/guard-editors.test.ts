import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Asker } from '../parsing/parse-in-process.ts'
import { guardEditors } from './guard-editors.ts'

async function listen(answer: (asker: Asker) => Promise<unknown>): Promise<number> {
  const app = fastify()
  onTestFinished(() => app.close())
  const { requireEditor, askerOf } = guardEditors(app, async () => () => 'anna')
  app.addHook('onRequest', requireEditor)
  app.put('/', (request, reply) => answer(askerOf(request, reply)))
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

test('work for an editor ends when the connection does [T25]', { timeout: 30_000 }, async () => {
  const begun = Promise.withResolvers<Asker>()
  const ended = Promise.withResolvers<void>()
  const port = await listen(async (asker) => {
    asker.signal?.addEventListener('abort', () => ended.resolve())
    begun.resolve(asker)
    await ended.promise
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'PUT / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  const { owner, signal } = await begun.promise
  expect([owner, signal?.aborted]).toEqual(['anna', false])
  socket.destroy()
  await once(socket, 'close')
  await ended.promise
})
