import { randomBytes } from 'node:crypto'

/** A unique secret: wherever it appears, it has leaked. */
export const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')}`

/** A canary and the forms in which it can be read off a wire or a page. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // Within longer base64 it looks different by where it begins; its last characters depend on what follows.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before + 1, -4),
  )
  return [secret, bytes.toString('hex'), ...base64]
}

/** @returns the names of those secrets that can be read in a text */
export function readable(secrets: Readonly<Record<string, string>>, text: string): string[] {
  return Object.keys(secrets).filter((name) =>
    formsOf(secrets[name] ?? '').some((form) => text.includes(form)),
  )
}
