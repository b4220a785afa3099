import { bearerToken, digestOf, isSameDigest } from '#shared/http/secrets.ts'

export interface EditorToken {
  /** The name of the editor, if given. */
  name: string | undefined
  token: string
}

/** @returns the editor's name for the audit log, or `undefined` for an invalid token */
export type FindEditor = (authorization: string | undefined) => string | undefined

const LEAST_LENGTH = 16
const MAX_TOKENS = 100
const NAMED = /^([\w.-]{1,40}):(.*)$/
/** The characters that a header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/

/**
 * Parses the tokens of `EDITOR_TOKEN`, separated by white space. Several may be valid at the same
 * time, so that one can be replaced without an interruption. Each may have a name before it:
 * `anna:…`.
 */
export function listTokens(text: string): EditorToken[] {
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
export function readEditorTokens(text: string): EditorToken[] {
  const tokens = listTokens(text)
  if (tokens.length === 0) throw new Error('there is no token')
  if (tokens.length > MAX_TOKENS) throw new Error(`there are more than ${MAX_TOKENS} tokens`)
  for (const [at, { token }] of tokens.entries()) {
    const which = `token ${at + 1} of ${tokens.length}`
    if (token.length < LEAST_LENGTH) {
      throw new Error(`${which} has fewer than ${LEAST_LENGTH} characters`)
    }
    if (!SENDABLE.test(token)) throw new Error(`${which} has other characters than those of ASCII`)
  }
  return tokens
}

/** Compares all tokens, even after a match, so that the time taken reveals nothing. */
export function findAmong(tokens: readonly EditorToken[]): FindEditor {
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
