import { readFile, stat } from 'node:fs/promises'
import { reasonOf } from '#shared/database/try-again.ts'
import { within } from '#shared/within.ts'
import { type FindEditor, findAmong, readEditorTokens } from './editor-tokens.ts'

export interface EditorsLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface EditorsOptions {
  /** As `EDITOR_TOKEN` says. */
  tokens: string
  /** Where they came from, if from a file: what it says now counts. */
  file?: string | undefined
  log: EditorsLog
  /** Milliseconds on a clock that never goes back; a test's own, or the real one. */
  now?: () => number
}

const READ_AFTER_MS = 1_000
/** A file that does not answer holds up no editor for longer. */
const WAIT_MS = 500
const MAX_BYTES = 64 * 1024

/**
 * Whose tokens are valid now. A file is read again when somebody comes with a token and that was not
 * done for a second, so a token that was taken out of it lets nobody in after that. While the file
 * cannot be read, or what it says cannot be, those of before stay valid.
 */
export function keepEditors(options: EditorsOptions): () => Promise<FindEditor> {
  const { tokens, file, log, now = () => performance.now() } = options
  let text = tokens.trim()
  let find = findAmong(readEditorTokens(tokens))
  let complaint: string | undefined
  let readAt = now()
  /** One at a time, so that none that was slow brings former tokens back. */
  let reading: Promise<void> | undefined

  async function readAgain(from: string): Promise<void> {
    try {
      const read = (await readShort(from)).trim()
      if (read !== text) {
        find = findAmong(readEditorTokens(read))
        text = read
        log.info({}, 'the editor tokens are others now')
      }
      complaint = undefined
    } catch (error) {
      const reason = reasonOf(error)
      // Once, and not at every request.
      if (reason !== complaint) log.warn({ reason }, 'the former editor tokens stay valid')
      complaint = reason
    }
  }

  return async () => {
    if (file !== undefined && !reading && now() - readAt >= READ_AFTER_MS) {
      readAt = now()
      reading = readAgain(file).finally(() => {
        reading = undefined
      })
    }
    if (reading) await within(WAIT_MS, reading)
    return find
  }
}

async function readShort(file: string): Promise<string> {
  if ((await stat(file)).size > MAX_BYTES) throw new Error(`${file} is too long for tokens`)
  return readFile(file, 'utf8')
}
