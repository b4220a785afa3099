import { Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import { reasonOf } from '#shared/database/try-again.ts'
import { readEditorTokens } from './editor-tokens.ts'

/** Who may edit; the same where one process runs everything. */
export const editorEnv = {
  /** One or several, as `readEditorTokens` says. */
  EDITOR_TOKEN: Type.String({ minLength: 1 }),
  /** Where they come from, if from a file: it is read again while the service runs. */
  EDITOR_TOKEN_FILE: Type.Optional(Type.String()),
}

/** @throws {EnvironmentError} when one of the tokens cannot be one */
export function requireTokens<T extends { EDITOR_TOKEN?: string }>(config: T): T {
  try {
    if (config.EDITOR_TOKEN !== undefined) readEditorTokens(config.EDITOR_TOKEN)
    return config
  } catch (cause) {
    throw new EnvironmentError([`EDITOR_TOKEN: ${reasonOf(cause)}`])
  }
}
