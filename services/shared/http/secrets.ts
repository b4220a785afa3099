import { createHash, timingSafeEqual } from 'node:crypto'

/** Of equal length for all texts, which comparing in constant time needs. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** How long it takes says nothing about how much of a guess was right. */
export const isSameDigest = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other)

/** What comes after `Bearer` in a header `Authorization`; `undefined` when it is another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme, token = ''] = (authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}
