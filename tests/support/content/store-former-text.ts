import pg from 'pg'

/**
 * Puts a text into the database that the editor API would refuse, as one of the time before its rules.
 * Pages show it once another field of the article is edited.
 *
 * @param path of the article, such as `/articles/mine`
 */
export async function storeFormerText(databaseUrl: string, path: string, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'update content.article set body_markdown = $1 where slug = $2',
      [text, path.replace('/articles/', '')],
    )
    if (rowCount !== 1) throw new Error(`There is no article at ${path}`)
  } finally {
    await client.end()
  }
}
