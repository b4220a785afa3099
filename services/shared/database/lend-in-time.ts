import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { type Deadline, deadlineUnderWay } from '../deadline.ts'

/**
 * A pool that keeps deadlines: whoever asks for a connection waits no longer than they have time,
 * and a connection that is still lent when the time is over is broken. All statements on it fail at
 * once, also those that a hanging server would never answer, and the next one to ask gets another.
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

async function lend(pool: pg.Pool, { signal, heard }: Deadline): Promise<pg.PoolClient> {
  signal.throwIfAborted()
  const client = await orAborted(pool.connect(), signal)
  const { stream } = client.connection
  const breakOff = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', breakOff, { once: true })
  stream.on('data', heard)
  heard()
  // The pool makes this function anew for each who borrows.
  const { release } = client
  client.release = (error) => {
    signal.removeEventListener('abort', breakOff)
    stream.off('data', heard)
    release(error)
  }
  return client
}

/** What comes too late goes back by itself. */
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
