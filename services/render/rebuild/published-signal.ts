import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { PagePath } from '#shared/contracts/primitives.ts'
import type { Send } from '#shared/database/in-transaction.ts'
import type { Database } from './database.ts'

/** The channel of Postgres on which the worker says which pages it has just published. */
export const PUBLISHED_CHANNEL = 'finlore_published'

const Published = Type.Object({ build: Type.String(), paths: Type.Array(PagePath) })

/** Postgres takes less than 8,000 bytes; paths are ASCII. */
const MAX_PAYLOAD = 7_500

/** Tells every server, when the transaction of these statements is committed. */
export function announcePublished(
  send: Send<Database>,
  build: string,
  paths: readonly PagePath[],
): void {
  for (const message of encodePublished(build, paths)) {
    send(sql`select pg_notify(${PUBLISHED_CHANNEL}, ${message})`)
  }
}

/** As many messages as are needed for their size. */
export function encodePublished(build: string, paths: readonly PagePath[]): string[] {
  const messages: string[] = []
  let part: PagePath[] = []
  let size = 0
  for (const path of paths) {
    if (size + path.length > MAX_PAYLOAD - 200) {
      messages.push(JSON.stringify({ build, paths: part }))
      part = []
      size = 0
    }
    part.push(path)
    size += path.length + 3
  }
  if (part.length > 0) messages.push(JSON.stringify({ build, paths: part }))
  return messages
}

/** @returns `undefined` for what is no such message */
export function decodePublished(payload: string) {
  try {
    const value: unknown = JSON.parse(payload)
    return Value.Check(Published, value) ? value : undefined
  } catch {
    return undefined
  }
}
