import { encodeBody } from '../../../services/render/store/encode-body.ts'
import type { StoredEntry } from '../../../services/render/store/stored-entry.ts'

/** A stored page; the test says what matters of it. */
export async function buildEntry({
  text = 'the page',
  ...entry
}: Partial<StoredEntry> & { text?: string } = {}): Promise<StoredEntry> {
  return {
    path: '/articles/a',
    status: 200,
    revision: 7,
    bodies: {
      html: await encodeBody(`<p>${text}</p>`, 'text/html; charset=utf-8'),
      data: await encodeBody(JSON.stringify({ text }), 'application/json; charset=utf-8'),
    },
    ...entry,
  }
}
