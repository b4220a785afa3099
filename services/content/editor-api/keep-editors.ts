import { readFile, stat } from 'node:fs/promises'
import { reasonOf } from '#shared/database/try-again.ts'
import { within } from '#shared/within.ts'
import { type FindEditor, findAmong, readEditorTokens } from './editor-tokens.ts'

interface EditorsOptions {
  /** The value of `EDITOR_TOKEN`. */
  tokens: string
  /** The file that they were read from, if any. Its current content takes precedence. */
  file?: string | undefined
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** A monotonic clock in milliseconds; tests pass their own. */
  now?: () => number
}

const READ_AFTER_MS = 1_000
/** How long a request waits for the file at most. */
const WAIT_MS = 500
const MAX_BYTES = 64 * 1024

/**
 * Keeps the valid tokens. A file is read again at a request, at most once a second, so a removed
 * token is refused after that second. While the file cannot be read or parsed, the previous tokens
 * stay valid.
 */
export function keepEditors(options: EditorsOptions): () => Promise<FindEditor> {
  const { tokens, file, log, now = () => performance.now() } = options
  let text = tokens.trim()
  let find = findAmong(readEditorTokens(tokens))
  let complaint: string | undefined
  let readAt = now()
  /** One read at a time, so that a slow one cannot restore older tokens. */
  let reading: Promise<void> | undefined

  async function readAgain(from: string): Promise<void> {
    try {
      const read = (await readShort(from)).trim()
      if (read !== text) {
        find = findAmong(readEditorTokens(read))
        text = read
        log.info({}, 'the editor tokens have changed')
      }
      complaint = undefined
    } catch (error) {
      const reason = reasonOf(error)
      // Log each reason once, not at every request.
      if (reason !== complaint) log.warn({ reason }, 'the previous editor tokens stay valid')
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
  if ((await stat(file)).size > MAX_BYTES) throw new Error(`${file} is too large for tokens`)
  return readFile(file, 'utf8')
}
