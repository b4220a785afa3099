import pg from 'pg'

/** Copies that one statement makes. */
const COPIES_AT_ONCE = 250
const STATEMENT_MS = 600_000

/** What copies have of their own; all else is as in the row that is repeated. */
const OWN: Record<string, Record<string, string>> = {
  article: {
    id: copied('id'),
    slug: "slug || '-' || copy",
    title: "title || ' ' || copy",
    // Every tenth has been withdrawn.
    status: "case when copy % 10 = 0 then 'gone' else status end",
  },
  edition: {
    id: copied('id'),
    article: copied('article'),
    slug: "slug || '-' || copy",
    tag: 'md5(tag || copy)',
    made_by: "'editor-' || copy % 20",
    made_at: 'made_at - make_interval(secs => copy * 60 + number)',
  },
}

function copied(id: string) {
  return `md5(${id}::text || copy)::uuid`
}

/**
 * Repeats the rows of all articles and their editions until there are so many of each.
 *
 * @returns bytes of tables, with what is stored apart from their rows, and of their indexes
 */
export async function repeatArticles(
  connectionString: string,
  copies: number,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const client = new pg.Client({
    connectionString,
    // Rows of a table of this size: triggers would keep lists that are not asked for here.
    options: '-c search_path=content -c session_replication_role=replica -c synchronous_commit=off',
    query_timeout: STATEMENT_MS,
  })
  await client.connect()
  try {
    for (const [table, own] of Object.entries(OWN)) {
      const { rows } = await client.query(
        `select column_name as name from information_schema.columns
         where table_schema = 'content' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const names: string[] = rows.map(({ name }) => name)
      const values = names.map((name) => own[name] ?? name)
      await client.query(`create temporary table seed as select * from ${table}`)
      for (let from = 1; from < copies; from += COPIES_AT_ONCE) {
        signal.throwIfAborted()
        const to = Math.min(copies - 1, from + COPIES_AT_ONCE - 1)
        await client.query(
          `insert into ${table} (${names.join(', ')})
           select ${values.join(', ')} from seed, generate_series($1::int, $2::int) as copy`,
          [from, to],
        )
      }
      await client.query('drop table seed')
      await client.query(`vacuum analyze ${table}`)
    }
    return await sizesOf(client)
  } finally {
    await client.end()
  }
}

async function sizesOf(client: pg.Client): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const table of Object.keys(OWN)) {
    const { rows } = await client.query(
      'select pg_table_size($1::regclass) as rows, pg_indexes_size($1::regclass) as indexes',
      [table],
    )
    sizes[`table ${table}`] = Number(rows[0].rows)
    sizes[`indexes of ${table}`] = Number(rows[0].indexes)
  }
  return sizes
}
