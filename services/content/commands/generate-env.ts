import { Type } from 'typebox'
import { FolderEnv } from './folder-env.ts'

/** Where drafts are queued. */
export const QueueEnv = Type.Object({
  ...FolderEnv.properties,
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://' })),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
})

/** Who writes them. */
export const GenerateEnv = Type.Object({
  ...QueueEnv.properties,
  /** Up to and without `/chat/completions`. */
  LLM_URL: Type.String({ pattern: '^https?://[^\\s@]+$' }),
  /** None is needed by most endpoints on one's own machine. */
  LLM_KEY: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]+$' })),
  LLM_MODEL: Type.String({ minLength: 1 }),
})
