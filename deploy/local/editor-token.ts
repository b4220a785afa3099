import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface EditorToken {
  token: string
  /** The token's file, unless the environment contains the token. */
  file: string | undefined
}

/** What was given, or the token kept in the data folder, made at the first start. */
export async function loadEditorToken(
  given: { EDITOR_TOKEN?: string; EDITOR_TOKEN_FILE?: string },
  dataFolder: string,
): Promise<EditorToken> {
  const { EDITOR_TOKEN, EDITOR_TOKEN_FILE } = given
  if (EDITOR_TOKEN !== undefined) return { token: EDITOR_TOKEN, file: EDITOR_TOKEN_FILE }
  const file = path.join(dataFolder, 'editor-token')
  const formerToken = await readFile(file, 'utf8').catch(() => '')
  if (formerToken.trim().length >= 16) return { token: formerToken.trim(), file }

  const token = randomBytes(24).toString('base64url')
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  return { token, file }
}
