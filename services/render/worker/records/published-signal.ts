import { sql } from 'kysely'
import { Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { PagePath } from '#shared/contracts/primitives.ts'
import type { Send } from '#shared/database/pg/in-transaction.ts'
import type { RenderDatabase } from './database.ts'

/** The Postgres channel on which it is announced which pages have just been published. */
export const PUBLISHED_CHANNEL = 'finlore_published'

const Published = Type.Object({ build: Type.String(), paths: Type.Array(PagePath) })

/** Bytes of a message. Postgres takes fewer than 8,000; paths are ASCII. */
const MAX_PAYLOAD = 7_500

/** Notifies every server when the transaction of these statements is committed. */
export function announcePublished(
  send: Send<RenderDatabase>,
  build: string,
  paths: readonly PagePath[],
): void {
  for (const message of encodePublished(build, paths)) {
    send(sql`select pg_notify(${PUBLISHED_CHANNEL}, ${message})`)
  }
}

/** Splits the paths into as many messages as their size requires. */
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

/** @returns `undefined` if the payload is not such a message */
export const decodePublished = (payload: string) => parseShape(Published, payload)
