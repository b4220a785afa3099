import { type Static, Type } from 'typebox'
import { commonEnv, EnvironmentError, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { AdsUrl } from './ads/ads-document.ts'
import { readEditorTokens } from './editor-api/editor-tokens.ts'
import { readReceivers, type WebhookSettings, webhookEnv } from './webhooks/webhook-receivers.ts'

/** What editors, ads and facts need, also where one process runs the whole site. */
export const editingEnv = {
  /** One or more tokens; see `readEditorTokens`. */
  EDITOR_TOKEN: Type.String({ minLength: 1 }),
  /** The file that the tokens come from, if any. It is read again while the service runs. */
  EDITOR_TOKEN_FILE: Type.Optional(Type.String()),
  SAPE_URL: AdsUrl,
  /** Whether addresses in the file of facts are asked for new values. */
  FETCH_FACTS: Type.Enum(['off', 'on'], { default: 'off' }),
  /** How long changes and replaced editions are kept; 0 for always. */
  KEEP_CHANGES_DAYS: Type.Integer({ minimum: 0, maximum: 36_500, default: 90 }),
  KEEP_EDITIONS_DAYS: Type.Integer({ minimum: 0, maximum: 36_500, default: 0 }),
  ...webhookEnv,
}

const ContentEnv = Type.Object({
  ...commonEnv,
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8081 }),
  DATABASE_URL: Type.String({ minLength: 1 }),
  ...editingEnv,
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
})

export type ContentConfig = Readonly<Static<typeof ContentEnv>>

/** @throws {Error} naming every missing or invalid variable */
export const loadConfig = (env: NodeJS.ProcessEnv): ContentConfig =>
  requireTokens(parseEnv(ContentEnv, env))

/** @throws {EnvironmentError} when a token, or a receiver of webhooks, is invalid */
export function requireTokens<T extends WebhookSettings & { EDITOR_TOKEN?: string }>(config: T): T {
  const { EDITOR_TOKEN: tokens } = config
  const problems = [
    ...reasonAgainst('EDITOR_TOKEN', () => tokens === undefined || readEditorTokens(tokens)),
    ...reasonAgainst('WEBHOOKS', () => readReceivers(config)),
  ]
  if (problems.length > 0) throw new EnvironmentError(problems)
  return config
}

function reasonAgainst(name: string, read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (cause) {
    return [`${name}: ${reasonOf(cause)}`]
  }
}
