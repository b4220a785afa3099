import { bearerToken, digestOf, isSameDigest } from '#shared/http/secrets.ts'

export interface EditorToken {
  /** Whose it is. */
  name: string | undefined
  token: string
}

/** @returns who brought the token, as the audit names editors; `undefined` for what is no token */
export type FindEditor = (authorization: string | undefined) => string | undefined

const LEAST_LENGTH = 16
const MAX_TOKENS = 100
const NAMED = /^([\w.-]{1,40}):(.*)$/
/** What a header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/

/**
 * The tokens that `EDITOR_TOKEN` lists: several are valid at once, so that one can be changed
 * without a moment in which none is. They stand apart by blanks or line breaks, each after the name
 * of whose it is and a colon if one is given: `anna:…`.
 */
export function listTokens(text: string): EditorToken[] {
  const entries = text.split(/\s+/).filter(Boolean)
  return entries.map((entry) => {
    const [, name, token = entry] = NAMED.exec(entry) ?? []
    return { name, token }
  })
}

/**
 * The same for who is to believe them.
 *
 * @throws {Error} saying which of them cannot be a token, by its place and never by its text
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

/** Looks at all of them, whichever is the right one: the time it takes tells nothing. */
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

/** Enough to tell a few tokens apart, and far too little to find one. */
const fingerprintOf = (token: string) => `token-${digestOf(token).toString('hex').slice(0, 8)}`
