/*
 * Promise: no acknowledged edit is lost or half done: a commit that is sent after a statement which
 * fails commits nothing, and its caller gets the error (services/README.md, promise 5).
 * Upstream: https://node-postgres.com/features/pipelining
 * Relies on: pg writing statements in the order of the calls, each with its own Sync, so that Postgres
 * answers all of a failed transaction with 25P02; a statement that pg cannot encode never being sent.
 */

import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import { fieldOf } from '../../field-of.ts'
import { pipelined } from './pipelined.ts'

/** A statement that is ready to be sent. */
export interface Sendable<Schema> {
  compile(tx: Transaction<Schema>): CompiledQuery
}

/**
 * Sends a statement without waiting for its answer; neither later statements nor the commit wait.
 *
 * @throws {TypeError} when it has a value that is neither plain, nor a buffer, nor an array of such
 */
export type Send<Schema> = (statement: Sendable<Schema>) => void

/**
 * A transaction that saves a round trip to Postgres for each statement passed to `send`, and for
 * statements that are executed together. Postgres executes them in the order in which they are sent
 * and rolls all back when one of them fails: a commit sent after it commits nothing.
 *
 * @param db as `connect` made it
 * @throws what the work threw, or the first failure of a sent statement
 */
export async function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>, send: Send<Schema>) => Promise<Result>,
): Promise<Result> {
  const inFlight = new Set<Promise<void>>()
  const failures: unknown[] = []
  const sendOn = (tx: Transaction<Schema>) => (statement: Sendable<Schema>) => {
    const query = statement.compile(tx)
    // Postgres never hears of a statement that cannot be encoded, and would commit the rest.
    if (!query.parameters.every(isPlain)) {
      throw new TypeError(`A value of this statement cannot be sent: ${query.sql}`)
    }
    const answer = tx.executeQuery(query).then(
      () => void inFlight.delete(answer),
      (error: unknown) => void failures.push(error),
    )
    inFlight.add(answer)
  }
  const outcome = db.transaction().execute((own) =>
    pipelined(own, (tx) =>
      Promise.try(work, tx, sendOn(tx)).catch((error: unknown) => {
        failures.unshift(error)
        throw error
      }),
    ),
  )
  await Promise.allSettled([outcome])
  await Promise.all(inFlight)
  const cause = failures.find((failure) => !isAftermath(failure))
  if (cause !== undefined) throw cause
  return outcome
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Buffer.isBuffer(value) ||
  (Array.isArray(value) && value.every(isPlain))

/** Postgres rejects every statement after a failed one with this code, which tells no cause. */
const isAftermath = (error: unknown) => fieldOf(error, 'code') === '25P02'
