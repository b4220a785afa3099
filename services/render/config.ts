import { type Static, Type } from 'typebox'
import { commonEnv, parseEnv } from '#shared/config.ts'

/** What the server and the worker of the render service read alike. */
const renderEnv = {
  ...commonEnv,
  DATABASE_URL: Type.String({ minLength: 1 }),
  CONTENT_URL: Type.String({ pattern: '^https?://' }),
  SITE_URL: Type.String({ pattern: '^https?://[^/]+$' }),
  /** `file:` and a folder. */
  PAGE_STORE: Type.String({ pattern: '^file:.+' }),
}

const ServerEnv = Type.Object({
  ...renderEnv,
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8083 }),
  SEARCH_URL: Type.String({ pattern: '^https?://' }),
})
const WorkerEnv = Type.Object(renderEnv)

export type ServerConfig = Readonly<Static<typeof ServerEnv>>
export type WorkerConfig = Readonly<Static<typeof WorkerEnv>>

export const loadServerConfig = (env: NodeJS.ProcessEnv): ServerConfig => parseEnv(ServerEnv, env)
export const loadWorkerConfig = (env: NodeJS.ProcessEnv): WorkerConfig => parseEnv(WorkerEnv, env)
