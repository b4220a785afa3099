/*
 * Promise: an edit, and the recording of a page, waits for few answers of Postgres, however far away
 * that is: an edit is visible within seconds (services/decisions/0021).
 * Upstream: pg pipelines what is sent without waiting (https://node-postgres.com/features/pipelining);
 * statements of one transaction of Kysely wait for each other:
 * https://github.com/kysely-org/kysely/issues/1711
 * Relies on: what Kysely exports: `Transaction` taking an executor, `withConnectionProvider` of an
 * executor, and a connection sending a statement in the call that executes it. Kysely documents the
 * parts, but not that they can be put together.
 */

import {
  type Dialect,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
} from 'kysely'

/** Compiles statements. The connection on which they are executed comes from elsewhere. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/**
 * Lets work execute statements without waiting for each other's answers, as with `settleAll`. Each
 * goes to the connection in the call that executes it, so Postgres carries them out in the order of
 * these calls. Kysely alone sends each only after the answer to the one before.
 *
 * @param own a transaction, or a connection on which the work begins and ends one; of `connect`,
 *   whose connections take several statements at once. Not to be used until the work is done
 */
export function pipelined<Schema, Result>(
  own: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const executor = own.getExecutor()
  return executor.provideConnection((connection) =>
    work(
      new Transaction({
        config: { dialect },
        dialect,
        driver: dialect.createDriver(),
        executor: executor.withConnectionProvider({
          provideConnection: (consume) => consume(connection),
        }),
      }),
    ),
  )
}
