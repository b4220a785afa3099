import type { TestContent } from './content-service.ts'

interface Sent {
  body?: object
  /** The `If-Match` of the request: whatever is stored, unless it says otherwise. */
  seen?: string
}

/** A request of an editor for a draft or a release. @returns its answer, with status and ETag */
export async function sendEdit(
  { app, token }: Pick<TestContent, 'app' | 'token'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  { body, seen = '*' }: Sent = {},
) {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(method !== 'GET' && { 'if-match': seen }) },
    ...(method !== 'GET' && body && { payload: body }),
  })
  return { status: answer.statusCode, etag: String(answer.headers.etag), ...answer.json() }
}
