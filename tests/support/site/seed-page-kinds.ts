import { SEEDED } from './page-paths.ts'

/** A page for the archive of a list, and one that stays on the list itself. */
const ARTICLES = 24
const TIMEOUT_MS = 15_000

interface EditorAccess {
  contentUrl: string
  token: string
}

/**
 * Publishes what every page kind needs besides the real content: enough old articles in one list for
 * an archive, and one that is withdrawn again. The words of their titles occur nowhere else, and
 * their date keeps them out of all that shows the newest only.
 */
export async function seedPageKinds({ contentUrl, token }: EditorAccess): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(contentUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body
          ? { 'content-type': 'application/json', 'if-none-match': '*' }
          : { 'if-match': '*' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered: ${await answer.text()}`)
  }

  for (let number = 1; number <= ARTICLES; number++) {
    await send('PUT', `/articles/quillwork-exercise-${number}`, exercise(`${number}`))
  }
  await send('PUT', SEEDED.withdrawn, exercise('withdrawn'))
  await send('DELETE', SEEDED.withdrawn)
}

const exercise = (name: string) => ({
  title: `Quillwork exercise ${name}`,
  description: 'An exercise that fills a list until it needs a second page.',
  author: 'Viktor Petrov',
  publishedAt: '2024-11-07T00:00:00Z',
  body: 'Two columns, one sum. The first holds what came in, and the second what went out.',
  entities: [
    {
      category: SEEDED.list.slice(1),
      subcategories: [{ subcategory: 'other-financial-comparisons', subsubcategories: [] }],
    },
  ],
})
