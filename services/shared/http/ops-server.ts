import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { withoutSecrets } from '../known-secrets.ts'
import { settlesWithin } from '../settles-within.ts'
import { connectionsOfThisProcess } from './bound-connections.ts'
import { requireInsideHost } from './inside-hosts.ts'

/** Checks by name: each throws, or rejects, with the reason why this process cannot serve. */
export type ReadinessChecks = Readonly<Record<string, () => void | Promise<void>>>

interface OpsOptions {
  metrics: Registry
  checks: ReadinessChecks
  isDraining: () => boolean
}

const CHECK_TIMEOUT_MS = 2_000

/**
 * Liveness shows that the event loop runs; failing readiness says why this process cannot serve.
 */
export function createOpsServer({ metrics, checks, isDraining }: OpsOptions): FastifyInstance {
  const ops = Fastify({
    requestTimeout: 5_000,
    connectionTimeout: 15_000,
    bodyLimit: 1024,
    http: { connectionsCheckingInterval: 1_000 },
  })
  connectionsOfThisProcess().countThoseOf(ops.server)
  requireInsideHost(ops)

  ops.get('/livez', async () => ({ status: 'ok' }))

  ops.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining', reasons: {} })

    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await reasonOf(check)] as const),
    )
    const reasons = Object.fromEntries(results.filter(([, reason]) => reason !== undefined))
    const ready = Object.keys(reasons).length === 0
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', reasons })
  })

  ops.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
  return ops
}

async function reasonOf(check: () => void | Promise<void>): Promise<string | undefined> {
  try {
    const hasAnswered = await settlesWithin(CHECK_TIMEOUT_MS, Promise.try(check))
    return hasAnswered ? undefined : `no answer within ${CHECK_TIMEOUT_MS} ms`
  } catch (error) {
    return withoutSecrets(error instanceof Error ? error.message : String(error))
  }
}
