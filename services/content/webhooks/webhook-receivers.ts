import { Type } from 'typebox'

/** A program that is notified of edits. */
export interface WebhookReceiver {
  /** In lists, logs and metrics. */
  name: string
  address: URL
  /** One, or while it is replaced two: receivers accept a signature by either. */
  secrets: readonly Buffer[]
}

export const webhookEnv = {
  /** See `readReceivers`. */
  WEBHOOKS: Type.Optional(Type.String()),
  /** Whether receivers may be in networks of one's own, and be asked without TLS. */
  WEBHOOKS_INSIDE: Type.Enum(['off', 'on'], { default: 'off' }),
}

export interface WebhookSettings {
  WEBHOOKS?: string | undefined
  WEBHOOKS_INSIDE: 'off' | 'on'
}

const MAX_RECEIVERS = 10
const MAX_SECRETS = 2
const NAMED = /^([a-z0-9][a-z0-9-]{0,29})=(\S+)$/
/** The form of Standard Webhooks: 24 to 64 bytes in base64. */
const SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/
const [MIN_BYTES, MAX_BYTES] = [24, 64]

/**
 * Reads `WEBHOOKS`: for each receiver `name=address` and its secret, separated by white space. A
 * second secret follows the first after a comma.
 *
 * @throws {Error} naming what is wrong by the name of the receiver, never an address or a secret
 */
export function readReceivers({
  WEBHOOKS = '',
  WEBHOOKS_INSIDE: inside,
}: WebhookSettings): WebhookReceiver[] {
  const words = WEBHOOKS.split(/\s+/).filter(Boolean)
  const count = Math.ceil(words.length / 2)
  if (count > MAX_RECEIVERS) throw new Error(`there are more than ${MAX_RECEIVERS} receivers`)
  const receivers = Array.from({ length: count }, (_, at) => {
    const [, name, address] = NAMED.exec(words[2 * at] ?? '') ?? []
    if (name === undefined || address === undefined) {
      throw new Error(
        `receiver ${at + 1} of ${count} must be name=address, a space, and its secret; a name has 1 to 30 of a-z, 0-9 and -`,
      )
    }
    return {
      name,
      address: readAddress(name, address, inside === 'on'),
      secrets: readSecrets(name, words[2 * at + 1] ?? ''),
    }
  })
  const names = receivers.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`there are two receivers "${twice}"`)
  return receivers
}

function readAddress(name: string, text: string, inside: boolean): URL {
  const address = URL.parse(text)
  const isAllowed = address?.protocol === 'https:' || (inside && address?.protocol === 'http:')
  if (address && isAllowed && address.username === '' && address.password === '') return address
  throw new Error(
    `the address of "${name}" must begin with https:// and have no user name; http:// needs WEBHOOKS_INSIDE=on`,
  )
}

function readSecrets(name: string, text: string): Buffer[] {
  const parts = text.split(',')
  const secrets = parts.map((part) => Buffer.from(SECRET.exec(part)?.[1] ?? '', 'base64'))
  const areRight = secrets.every(({ length }) => length >= MIN_BYTES && length <= MAX_BYTES)
  if (areRight && secrets.length <= MAX_SECRETS) return secrets
  throw new Error(
    `the secret of "${name}" must be whsec_ and 24 to 64 bytes in base64, such as: echo "whsec_$(openssl rand -base64 32)"`,
  )
}
