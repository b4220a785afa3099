import type { Static, TSchema } from 'typebox'
import { hasShape } from '../check-shape.ts'
import { SiteError } from '../errors.ts'

/** An answer of the editor API: what was asked for, or the refusal as it came. */
export type EditorAnswer<T> = { answer: T } | { status: number; refusal: object }

export interface EditorQuestion {
  /** Such as `/drafts/…/preview-model`. */
  path: string
  /** That of the editor. */
  token: string
  /** JSON as it came: content reads it strictly. */
  body: Buffer | string
  /** 10 seconds, unless it is said. */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/**
 * Passes questions of editors on to the editor API, with their own tokens.
 *
 * @param baseUrl the content service
 */
export const createEditorClient =
  (baseUrl: string) =>
  /** @throws {SiteError} `unavailable` when content does not answer, or breaks its contract */
  async <T extends TSchema>(
    { path, token, body, timeoutMs = TIMEOUT_MS }: EditorQuestion,
    schema: T,
  ): Promise<EditorAnswer<Static<T>>> => {
    const response = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(away)
    const answer: unknown = await response.json().catch(away)
    if (response.ok && hasShape(schema, answer)) return { answer }
    if (response.ok || typeof answer !== 'object' || answer === null) return away()
    return { status: response.status, refusal: answer }
  }

function away(cause?: unknown): never {
  throw new SiteError('unavailable', 'The content service did not answer; try again', { cause })
}

export type EditorClient = ReturnType<typeof createEditorClient>
