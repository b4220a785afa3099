/*
 * Promise: a handler is over at its deadline, also while Postgres hangs, and its connection is
 * not used again after that (services/decisions/0045).
 * Upstream: pg has no way to give up waiting for a connection, or a statement under way:
 * https://github.com/brianc/node-postgres/issues/2625
 * Relies on: `client.connection.stream` being the socket; a pool setting a new `release` each time it
 * hands out a client, which is replaced here; a destroyed socket failing all statements on it and
 * being left out of the pool.
 */

import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { type Deadline, deadlineUnderWay } from '../../deadline.ts'

/**
 * A pool that respects deadlines. Waiting for a connection ends at the caller's deadline, and a
 * connection that is still in use at that time is closed: all statements on it fail at once, even
 * those that a hanging server would never answer, and the next caller gets another connection.
 */
export function lendInTime(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: () => {
      const deadline = deadlineUnderWay()
      return deadline ? lend(pool, deadline) : pool.connect()
    },
    end: () => pool.end(),
  }
}

async function lend(pool: pg.Pool, { signal, extend }: Deadline): Promise<pg.PoolClient> {
  signal.throwIfAborted()
  const client = await orAborted(pool.connect(), signal)
  const { stream } = client.connection
  const breakOff = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', breakOff, { once: true })
  stream.on('data', extend)
  extend()
  // The pool sets a new `release` each time it hands out a connection.
  const { release } = client
  client.release = (error) => {
    signal.removeEventListener('abort', breakOff)
    stream.off('data', extend)
    release(error)
  }
  return client
}

/** A connection that comes after the deadline goes back to the pool. */
async function orAborted(
  lent: Promise<pg.PoolClient>,
  signal: AbortSignal,
): Promise<pg.PoolClient> {
  const aborted = Promise.withResolvers<never>()
  const giveUp = () => {
    lent.then(
      (client) => client.release(),
      () => {},
    )
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([lent, aborted.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
