import { Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { readEditorTokens } from './editor-tokens.ts'

/** Settings of the editors' tokens, shared with the process that runs everything. */
export const editorEnv = {
  /** One or more tokens; see `readEditorTokens`. */
  EDITOR_TOKEN: Type.String({ minLength: 1 }),
  /** The file that the tokens come from, if any. It is read again while the service runs. */
  EDITOR_TOKEN_FILE: Type.Optional(Type.String()),
}

/** @throws {EnvironmentError} when a token is invalid */
export function requireTokens<T extends { EDITOR_TOKEN?: string }>(config: T): T {
  try {
    if (config.EDITOR_TOKEN !== undefined) readEditorTokens(config.EDITOR_TOKEN)
    return config
  } catch (cause) {
    throw new EnvironmentError([`EDITOR_TOKEN: ${reasonOf(cause)}`])
  }
}
