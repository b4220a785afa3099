import { rawRequest } from '../../tests/support/hostile/raw-request.ts'
import type { Contender } from './contenders.ts'
import type { Case } from './serve-cases.ts'

/** A server, what it is asked for, and the headers that the client sends with it. */
export interface Participant {
  /** As `rowsOfTurns` knows it. */
  name: 'ours' | 'npm start' | 'bare' | 'nginx' | 'ingress' | 'our 200'
  contender: Contender
  asked: Case
  headers: Readonly<Record<string, string>>
}

export async function enter(
  name: Participant['name'],
  contender: Contender,
  asked: Case,
): Promise<Participant> {
  return { name, contender, asked, headers: await headersFor(contender, asked) }
}

/** Headers of a client that accepts the encoding, and of one that has the bytes already. */
async function headersFor(
  contender: Contender,
  { addresses, form, unchanged }: Case,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = form === 'gzip' ? { 'accept-encoding': 'gzip' } : {}
  if (!unchanged) return headers
  const asked = { name: '', addresses, form, unchanged: false }
  const { headers: got } = await rawRequest(contender.url(asked), addresses[0] ?? '/', { headers })
  return { ...headers, 'if-none-match': got.etag ?? '' }
}

/** @throws {Error} when a server's answer differs from the others' */
export async function expectSameBytes(participants: readonly Participant[]): Promise<void> {
  const answers = await Promise.all(
    participants.map(({ contender, asked, headers }) =>
      rawRequest(contender.url(asked), asked.addresses[0] ?? '/', { headers }),
    ),
  )
  const [first] = answers
  for (const [at, answer] of answers.entries()) {
    const same = answer.status === first?.status && answer.bytes.equals(first.bytes)
    const { name, asked } = participants[at] ?? {}
    if (!same) throw new Error(`${name} sends something else for ${asked?.name}`)
  }
}
