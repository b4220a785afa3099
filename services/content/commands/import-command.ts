import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { connect } from '#shared/database/connect.ts'
import { migrate } from '#shared/database/migrate.ts'
import { sayRetry } from '#shared/database/say-retry.ts'
import { requireIdentityAt } from '#shared/database/site-identity.ts'
import { CONTENT_SCHEMA, type Database } from '../database/schema.ts'
import { describeProblem, describeRemarks } from '../folder/content-problem.ts'
import { describeWithdrawal, WithdrawalError } from '../import/bound-withdrawals.ts'
import { type ImportResult, importContent } from '../import/import-content.ts'
import { createImportLine } from '../import/import-line.ts'
import type { PartChanges } from '../import/take-stock.ts'
import { isUnmerged } from '../merging/file-context.ts'
import { type ContentCommand, FolderEnv, readOptions, UsageError } from './command.ts'

const ImportEnv = Type.Object({
  ...FolderEnv.properties,
  DATABASE_URL: Type.String({ minLength: 1 }),
})

export const importCommand: ContentCommand = {
  usage: '[options]',
  summary: `checks the content folder and writes it to the database at DATABASE_URL
                     --default-entities        files articles without a category under the fallback
                                               subcategory of every category
                     --withdraw N              withdraws N articles whose files are gone: needed for
                                               more than 5 and more than 2 % of those published
                     --keep-stored COMMAND     when that is needed and not given, or files cannot be merged
                                               with edits of the API, keeps what is stored, does not
                                               fail, and says so, with COMMAND`,
  async run(args) {
    const options = readOptions(args, {
      'default-entities': { type: 'boolean', default: false },
      withdraw: { type: 'string' },
      'keep-stored': { type: 'string' },
    })
    const withdraw = readCount(options.withdraw)
    const env = parseEnv(ImportEnv, process.env)
    await requireIdentityAt(env.DATABASE_URL, { locale: env.SITE_LOCALE })
    await migrate(env.DATABASE_URL, CONTENT_SCHEMA, { onRetry: sayRetry })
    const store = connect<Database>(env.DATABASE_URL, { schema: CONTENT_SCHEMA, waitsLong: true })
    try {
      const result = await importContent(store.write, {
        folder: env.CONTENT_DIR,
        locale: env.SITE_LOCALE,
        isListed: env.INDEXING === 'on',
        now: new Date(),
        defaultEntities: options['default-entities'],
        withdraw,
        onProgress: createImportLine(process.stderr),
      })
      const { effects, remarks } = result
      const lines = [...describeRemarks(remarks), ...effects.map(describeProblem)]
      return { output: [...lines, describeOutcome(result)].join('\n') }
    } catch (error) {
      const kept = options['keep-stored']
      if (kept !== undefined && isUnmerged(error)) return { output: error.message }
      if (!(error instanceof WithdrawalError)) throw error
      const output = describeWithdrawal(error, kept ?? 'npm run content -- import')
      if (kept === undefined) throw new Error(output)
      return { output }
    } finally {
      await store.close()
    }
  },
}

/** @throws {UsageError} when it is no number */
function readCount(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  if (/^\d{1,9}$/.test(written)) return Number(written)
  throw new UsageError('--withdraw takes the number of articles to withdraw: --withdraw 7')
}

/** What the import has saved, as a line without a full stop. */
export function describeOutcome({
  changed,
  revision,
  articles,
  changedArticles,
  withdrawn,
  gone,
  behind,
  changes,
}: Omit<ImportResult, 'remarks' | 'effects'>): string {
  const parts = changes.map(({ part, ...counts }) => `${part}: ${describeCounts(counts)}`)
  const first = !changed
    ? `${articles} articles, ${parts.length === 0 ? 'nothing' : 'no page'} changed: revision ${revision}`
    : changedArticles === 0
      ? `imported as revision ${revision}; no article changed`
      : `${changedArticles} of ${articles} articles imported as revision ${revision}`
  return [
    first,
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn${describeGone(gone, withdrawn)}`] : []),
    ...parts,
    ...describeBehind(behind),
  ].join('; ')
}

const describeGone = (gone: ImportResult['gone'], count: number) =>
  gone.length === 0 ? '' : ` (${gone.join(', ')}${count > gone.length ? ', …' : ''})`

/** A line for what a pull would write, without a full stop; none if there is nothing. */
export function describeBehind({ changed, made }: ImportResult['behind']): string[] {
  const files = changed === 1 ? '1 file lacks' : `${changed} files lack`
  const articles = made === 1 ? '1 article is' : `${made} articles are`
  const parts = [
    ...(changed > 0 ? [`${files} what was edited through the API`] : []),
    ...(made > 0 ? [`${articles} in no file`] : []),
  ]
  return parts.length === 0 ? [] : [`${parts.join(', and ')}: npm run content -- pull`]
}

const describeCounts = (counts: Omit<PartChanges, 'part'>) =>
  (['added', 'changed', 'removed'] as const)
    .flatMap((how) => (counts[how] > 0 ? `${counts[how]} ${how}` : []))
    .join(', ')
