import { Type } from 'typebox'
import { CONTENT_SCHEMA } from '../services/content/database/schema.ts'
import { RENDER_SCHEMA } from '../services/render/worker/records/database.ts'
import { EnvironmentError, parseEnv } from '../services/shared/config.ts'
import { Locale } from '../services/shared/contracts/primitives.ts'
import { migrate } from '../services/shared/database/migrate.ts'
import { sayRetry } from '../services/shared/database/say-retry.ts'
import { claimIdentityAt, requireIdentityAt } from '../services/shared/database/site-identity.ts'
import { mayPass, reasonOf } from '../services/shared/database/try-again.ts'
import { fieldOf } from '../services/shared/field-of.ts'
import { migrateQueue } from '../services/shared/queues/migrate-queue.ts'
import { checkSettings } from './check-settings.ts'

/** Brings the whole database up to date, and reports what it did. Several may run at once. */

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

function report(part: string, done: readonly string[]): void {
  for (const name of done) say(`${part}: ${name}`)
  if (done.length === 0) say(`${part}: nothing to do`)
}

const MigrateEnv = Type.Object({
  DATABASE_URL: Type.String({ minLength: 1 }),
  /** Which site the database must be of, if it is not empty. */
  SITE_LOCALE: Type.Optional(Locale),
  SITE_KEY: Type.Optional(Type.String({ minLength: 1 })),
})

const options = { onRetry: sayRetry }

async function run(): Promise<void> {
  checkSettings(process.env)
  const { DATABASE_URL, SITE_LOCALE, SITE_KEY } = parseEnv(MigrateEnv, process.env)
  const own = { locale: SITE_LOCALE, key: SITE_KEY }
  await requireIdentityAt(DATABASE_URL, own)
  report('content', await migrate(DATABASE_URL, CONTENT_SCHEMA, options))
  await claimIdentityAt(DATABASE_URL, { key: SITE_KEY })
  // The queue first, before the tables of the services that put jobs into it.
  const changed = await migrateQueue(DATABASE_URL, options)
  report('queue', changed ? ['brought up to date'] : [])
  report('render', await migrate(DATABASE_URL, RENDER_SCHEMA, options))
}

// The first process of a container ignores signals without a listener.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    complain('Stopped: the migration in progress is rolled back.')
    process.exit(1)
  })
}

try {
  await run()
} catch (error) {
  const isSentence = mayPass(error) || error instanceof EnvironmentError
  complain(isSentence ? reasonOf(error) : String(fieldOf(error, 'stack') ?? error))
  if (mayPass(error)) complain('The migration in progress was rolled back. Run it again.')
  process.exitCode = 1
}
