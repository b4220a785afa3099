import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import type { RebuildQueues } from './rebuild-queues.ts'

const PREFIX = '/jobs'

/** Operators' browsers must not load anything from other hosts. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
/** The screen loads web fonts from another host; system fonts are good enough. */
const FROM_OTHER_HOSTS = /<link\b[^>]*\bhref="(?:https?:)?\/\/[^>]*>/gi

/**
 * Mounts a read-only screen of the queues and their jobs at `/jobs/`. While the queue cannot be
 * reached, it answers 503.
 *
 * @param ops listens on a private port
 */
export async function registerJobsScreen(
  ops: FastifyInstance,
  queues: Pick<RebuildQueues, 'inspect'>,
): Promise<void> {
  const adapter = new FastifyAdapter()
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter.setBasePath(PREFIX),
    options: { uiConfig: { boardTitle: 'Rebuild jobs', hideDocsLink: true } },
  })

  await ops.register(
    async (screen) => {
      screen.addHook('onRequest', async (_request, reply) => {
        reply.header('content-security-policy', POLICY)
        try {
          const found = await queues.inspect()
          board.replaceQueues(
            // The screen's types know BullMQ on Redis only; its code knows both.
            found.map((queue) => new BullMQAdapter(queue as never, { readOnlyMode: true })),
          )
        } catch {
          return reply.code(503).send({ status: 'the queue cannot be reached' })
        }
      })
      screen.addHook('onSend', async (_request, reply, payload) =>
        typeof payload === 'string' && String(reply.getHeader('content-type')).includes('html')
          ? payload.replaceAll(FROM_OTHER_HOSTS, '')
          : payload,
      )
      await screen.register(adapter.registerPlugin())
    },
    { prefix: PREFIX },
  )
}
