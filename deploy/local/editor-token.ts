import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface EditorToken {
  token: string
  /** Where it lies, when it was not given. */
  file: string | undefined
}

/** The token given, or the one kept in the data folder, made at the first start. */
export async function loadEditorToken(
  given: string | undefined,
  dataFolder: string,
): Promise<EditorToken> {
  if (given !== undefined) return { token: given, file: undefined }
  const file = path.join(dataFolder, 'editor-token')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim().length >= 16) return { token: kept.trim(), file }

  const token = randomBytes(24).toString('base64url')
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  return { token, file }
}
