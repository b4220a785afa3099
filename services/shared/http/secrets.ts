import { createHash, timingSafeEqual } from 'node:crypto'

/** Equally long for all texts, which comparing in constant time requires. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Constant time, so that its duration tells nothing about how much of a guess is right. */
export const isSameDigest = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other)

/** What comes after `Bearer` in a header `Authorization`; `undefined` when it is another scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [scheme, token = ''] = (authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? token : undefined
}
