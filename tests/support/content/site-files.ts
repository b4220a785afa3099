import type { TestContent } from './content-service.ts'

const TYPES: Readonly<Record<string, string>> = {
  yaml: 'text/yaml',
  md: 'text/markdown',
  json: 'application/json',
}

/** What `GET /site-files/{name}` answers. */
export async function readSiteFile(content: TestContent, name: string, below = '') {
  const answer = await content.edit('GET', `/site-files/${name}${below}`)
  return {
    status: answer.statusCode,
    text: answer.body,
    etag: String(answer.headers.etag),
    type: String(answer.headers['content-type']),
  }
}

interface SiteText {
  text: string
  /** The `If-Match` of the request; that of today, unless given. */
  seen?: string
  headers?: Record<string, string>
  query?: string
}

/** Sends the text of a file, as an editor with curl does. */
export async function putSiteFile(
  content: TestContent,
  name: string,
  { text, seen, headers, query = '' }: SiteText,
) {
  const ending = name === 'ads' ? 'json' : name.startsWith('info-') ? 'md' : 'yaml'
  const answer = await content.app.inject({
    method: 'PUT',
    url: `/site-files/${name}${query}`,
    headers: {
      authorization: `Bearer ${content.token}`,
      'content-type': TYPES[ending] ?? '',
      ...(headers ?? { 'if-match': seen ?? (await readSiteFile(content, name)).etag }),
    },
    payload: text,
  })
  return { status: answer.statusCode, etag: String(answer.headers.etag), ...answer.json() }
}

/** The same, changed as an editor would; it must be saved. */
export async function editSiteFile(
  content: TestContent,
  name: string,
  change: (text: string) => string,
) {
  const before = await readSiteFile(content, name)
  const text = change(before.text)
  if (text === before.text) throw new Error(`Nothing of ${name} was changed`)
  const answer = await putSiteFile(content, name, { text, seen: before.etag })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return { ...answer, text }
}
