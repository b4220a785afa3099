import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Whether an article was made through the editor API, and was never imported from a file. */
export const inNoFile = ({ not, exists, selectFrom }: ExpressionBuilder<Database, 'article'>) =>
  not(
    exists(
      selectFrom('source_file').select('path').whereRef('source_file.article', '=', 'article.id'),
    ),
  )
