import { inParts } from '#shared/in-order.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { ArticleFile } from '../folder/read-articles.ts'
import type { KnownFile, LeavingFile } from '../merging/file-context.ts'

/**
 * An import withdraws the articles whose files are gone. A folder of a wrong branch, or an empty one,
 * would withdraw the site: so many withdrawals have to be meant, which is said by their number.
 */

/** What an import may withdraw without being told to: the larger of the two. */
const FREE_ARTICLES = 5
const FREE_SHARE = 0.02

/** An import would withdraw more, or other, articles than was said. Nothing was written. */
export class WithdrawalError extends Error {
  override readonly name = 'WithdrawalError'
  readonly withdrawing: number

  constructor(withdrawing: number, published: number, meant: number | undefined) {
    const files =
      withdrawing === 0
        ? 'No file of a published article is missing in the content folder'
        : `The files of ${withdrawing} of ${published} published articles are missing in the content folder`
    const mismatch = meant === undefined ? '' : `, but --withdraw says ${meant}`
    super(`${files}${mismatch}. Nothing was imported, and readers keep what they have.`)
    this.withdrawing = withdrawing
  }
}

/** @param command what imports the folder where this is read, without that option */
export const describeWithdrawal = (error: WithdrawalError, command: string) =>
  error.withdrawing === 0
    ? error.message
    : `${error.message} Put the files back or, if these articles are to be withdrawn: ${command} --withdraw ${error.withdrawing}`

interface Withdrawals {
  /** All article files of the folder. */
  files: readonly ArticleFile[]
  known: ReadonlyMap<string, KnownFile>
  /** How many articles are to be withdrawn; absent where the caller does not say it. */
  meant: number | undefined
}

/**
 * @returns files of published articles which will have none
 * @throws {WithdrawalError} when more are missing than may be, or others than were meant
 */
export async function boundWithdrawals(
  edit: Edit,
  { files, known, meant }: Withdrawals,
): Promise<LeavingFile[]> {
  const withdrawing = await listWithdrawals(edit, files, known)
  if (withdrawing.length === (meant ?? 0)) return withdrawing
  const published = await countPublished(edit)
  const free = files.length === 0 ? 0 : freeWithdrawals(published)
  if (meant === undefined && withdrawing.length <= free) return withdrawing
  throw new WithdrawalError(withdrawing.length, published, meant)
}

export const freeWithdrawals = (published: number) =>
  Math.max(FREE_ARTICLES, Math.floor(published * FREE_SHARE))

async function countPublished({ tx }: Edit): Promise<number> {
  const { count } = await tx
    .selectFrom('article')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Articles looked up at once. */
const ARTICLES_AT_ONCE = 1_000

async function listWithdrawals(
  { tx }: Edit,
  files: readonly ArticleFile[],
  known: ReadonlyMap<string, KnownFile>,
): Promise<LeavingFile[]> {
  const slugs = new Set(files.map(({ slug }) => slug))
  const inFolder = new Map(files.map((file) => [file.file, file]))
  const loose = [...known.values()].flatMap(({ article, ...row }) =>
    article !== null && inFolder.get(row.path)?.hash !== row.hash ? [{ ...row, article }] : [],
  )
  const withdrawing: LeavingFile[] = []
  for (const part of inParts(loose, ARTICLES_AT_ONCE)) {
    const articles = await tx
      .selectFrom('article')
      .select(['id', 'slug'])
      .where(
        'id',
        'in',
        part.map(({ article }) => article),
      )
      .where('status', '=', 'published')
      .execute()
    const slugOf = new Map(articles.map(({ id, slug }) => [id, slug]))
    // A file that was renamed has the article's slug.
    const left = part.filter(({ article }) => {
      const slug = slugOf.get(article)
      return slug !== undefined && !slugs.has(slug)
    })
    const taken = await slugsTaken(
      tx,
      left.flatMap(({ path }) => inFolder.get(path)?.slug ?? []),
    )
    // A file with another slug renames its article, unless another article is there.
    const isRenamed = (slug: string | undefined) => slug !== undefined && !taken.has(slug)
    withdrawing.push(...left.filter(({ path }) => !isRenamed(inFolder.get(path)?.slug)))
  }
  return withdrawing
}

async function slugsTaken(tx: Edit['tx'], slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await tx.selectFrom('article').select('slug').where('slug', 'in', slugs).execute()
  return new Set(rows.map(({ slug }) => slug))
}
