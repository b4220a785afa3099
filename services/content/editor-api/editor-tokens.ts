import { readFile, stat } from 'node:fs/promises'
import { reasonOf } from '#shared/database/try-again.ts'
import { bearerToken, digestOf, isSameDigest } from '#shared/http/secrets.ts'
import { settlesWithin } from '#shared/settles-within.ts'

/** @returns the editor's name for the audit log, or `undefined` for an invalid token */
export type FindEditor = (authorization: string | undefined) => string | undefined

const MIN_LENGTH = 16
const MAX_TOKENS = 100
const NAMED = /^([\w.-]{1,40}):(.*)$/
/** The characters that a header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/

/**
 * Parses the tokens of `EDITOR_TOKEN`, separated by white space. Several may be valid at the same
 * time, so that one can be replaced without an interruption. Each may have a name before it:
 * `anna:…`.
 */
export function listTokens(text: string) {
  const entries = text.split(/\s+/).filter(Boolean)
  return entries.map((entry) => {
    const [, name, token = entry] = NAMED.exec(entry) ?? []
    return { name, token }
  })
}

/**
 * The same, with validation.
 *
 * @throws {Error} naming an invalid token by its position, never by its text
 */
export function readEditorTokens(text: string) {
  const tokens = listTokens(text)
  if (tokens.length === 0) throw new Error('there is no token')
  if (tokens.length > MAX_TOKENS) throw new Error(`there are more than ${MAX_TOKENS} tokens`)
  for (const [at, { token }] of tokens.entries()) {
    const which = `token ${at + 1} of ${tokens.length}`
    if (token.length < MIN_LENGTH) {
      throw new Error(`${which} has fewer than ${MIN_LENGTH} characters`)
    }
    if (!SENDABLE.test(token)) throw new Error(`${which} has other characters than those of ASCII`)
  }
  return tokens
}

/** Compares all tokens, even after a match, so that the time taken reveals nothing. */
export function findAmong(tokens: ReturnType<typeof listTokens>): FindEditor {
  const editors = tokens.map(({ name, token }) => ({
    who: name ?? fingerprintOf(token),
    digest: digestOf(token),
  }))
  return (authorization) => {
    const digest = digestOf(bearerToken(authorization) ?? '')
    let found: string | undefined
    for (const { who, digest: expected } of editors) {
      if (isSameDigest(digest, expected)) found = who
    }
    return found
  }
}

/** Enough of the hash to distinguish a few tokens, and too little to guess one. */
const fingerprintOf = (token: string) => `token-${digestOf(token).toString('hex').slice(0, 8)}`

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
export function watchTokens(options: EditorsOptions): () => Promise<FindEditor> {
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
    if (reading) await settlesWithin(WAIT_MS, reading)
    return find
  }
}

async function readShort(file: string): Promise<string> {
  if ((await stat(file)).size > MAX_BYTES) throw new Error(`${file} is too large for tokens`)
  return readFile(file, 'utf8')
}
