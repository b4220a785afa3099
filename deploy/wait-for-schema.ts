import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { CONTENT_SCHEMA } from '../services/content/database/schema.ts'
import { RENDER_SCHEMA } from '../services/render/worker/records/database.ts'
import { parseEnv } from '../services/shared/config.ts'
import { connect } from '../services/shared/database/connect.ts'
import { describeMissing } from '../services/shared/database/schema-state.ts'
import { reasonOf } from '../services/shared/database/try-again.ts'
import { isQueueMigrated } from '../services/shared/queues/migrate-queue.ts'

/** Waits until the database has every migration of this version. Changes nothing. */

const LOOK_MS = 1_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const WaitEnv = Type.Object({
  DATABASE_URL: Type.String({ minLength: 1 }),
  /** Seconds after which it gives up. */
  WAIT_SECONDS: Type.Integer({ minimum: 0, maximum: 86_400, default: 300 }),
})

async function run(): Promise<number> {
  const { DATABASE_URL, WAIT_SECONDS } = parseEnv(WaitEnv, process.env)
  const deadline = Date.now() + WAIT_SECONDS * 1_000
  let reported: string | undefined
  for (;;) {
    const reason = await findReason(DATABASE_URL).catch(
      (error) => `The database cannot be asked: ${reasonOf(error)}`,
    )
    if (reason === undefined) {
      say('The database has every migration of this version.')
      return 0
    }
    if (reason !== reported) say(`${reason}; waiting`)
    reported = reason
    if (Date.now() >= deadline) {
      complain(`Waited ${WAIT_SECONDS} s. ${reason}.`)
      return 1
    }
    await sleep(LOOK_MS)
  }
}

/** @returns why the database is not ready, or `undefined` when it is */
async function findReason(databaseUrl: string): Promise<string | undefined> {
  for (const schema of [CONTENT_SCHEMA, RENDER_SCHEMA]) {
    const store = connect<unknown>(databaseUrl, { schema, max: 1 })
    try {
      const missing = await describeMissing(store.write, schema)
      if (missing !== undefined) return missing
    } finally {
      await store.close()
    }
  }
  if (await isQueueMigrated(databaseUrl)) return undefined
  return "The queue's tables are not up to date: run migrate (node deploy/migrate.ts)"
}

// The first process of a container ends at no signal that it does not listen to.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

try {
  process.exitCode = await run()
} catch (error) {
  complain(reasonOf(error))
  process.exitCode = 1
}
