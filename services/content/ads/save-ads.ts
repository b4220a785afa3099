import type { Static } from 'typebox'
import { tags } from '../changes/tags.ts'
import type { Edit } from '../editing/commit-edit.ts'
import type { AdsDocument } from './ads-document.ts'

export const NEW_PATH_AD = 'sapeNewUrl'

/** Replaces all ad data. Only paths whose links differ are touched. */
export async function saveAds(edit: Edit, { sapeData }: Static<typeof AdsDocument>): Promise<void> {
  const stored = await edit.tx.selectFrom('ad').selectAll().execute()
  const before = new Map(stored.map(({ path, links }) => [path, links]))

  for (const [path, links] of linksByPath(sapeData.sapeLinks)) {
    const known = before.get(path)
    before.delete(path)
    if (known && JSON.stringify(known) === JSON.stringify(links)) continue
    await edit.tx
      .insertInto('ad')
      .values({ path, links })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ links }))
      .execute()
    edit.touch(tags.ads(path))
  }
  for (const path of before.keys()) {
    await edit.tx.deleteFrom('ad').where('path', '=', path).execute()
    edit.touch(tags.ads(path))
  }
  await saveNewPathAd(edit, sapeData.sapeNewUrl ?? '')
}

/** The same path may stand there in several ways: it gets the links of all of them. */
function linksByPath(given: Readonly<Record<string, string[]>>): Map<string, string[]> {
  const byPath = new Map<string, string[]>()
  for (const [key, links] of Object.entries(given)) {
    const path = normalisePath(key)
    byPath.set(path, [...(byPath.get(path) ?? []), ...links])
  }
  return byPath
}

/** What a path without an entry of its own shows. */
async function saveNewPathAd(edit: Edit, html: string) {
  const value = JSON.stringify({ html })
  const before = await edit.tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', NEW_PATH_AD)
    .executeTakeFirst()
  if (JSON.stringify(before?.value ?? { html: '' }) === value) return
  await edit.tx
    .insertInto('setting')
    .values({ name: NEW_PATH_AD, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  edit.touch(tags.ads('*'))
}

/** One leading slash, none at the end, no query. */
const normalisePath = (path: string) =>
  `/${(path.split(/[?#]/, 1)[0] ?? '').replace(/^\/+|\/+$/g, '')}`
