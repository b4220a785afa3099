import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { migrate } from '#shared/database/migrate.ts'
import { CONTENT_SCHEMA } from './database/schema.ts'

const env = parseEnv(Type.Object({ DATABASE_URL: Type.String({ minLength: 1 }) }), process.env)
const done = await migrate(env.DATABASE_URL, CONTENT_SCHEMA)
process.stdout.write(done.length > 0 ? `${done.join('\n')}\n` : 'nothing to do\n')
