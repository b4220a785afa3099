import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { migrate } from '#shared/database/migrate.ts'
import { migrateQueue } from '#shared/queues/migrate-queue.ts'
import { RENDER_SCHEMA } from './rebuild/database.ts'

const env = parseEnv(Type.Object({ DATABASE_URL: Type.String({ minLength: 1 }) }), process.env)
const done = await migrate(env.DATABASE_URL, RENDER_SCHEMA)
await migrateQueue(env.DATABASE_URL)
process.stdout.write(done.length > 0 ? `${done.join('\n')}\n` : 'nothing to do\n')
