import { expect, onTestFinished, test } from 'vitest'
import { rebuildPages } from '../../../../../services/render/worker/rebuild/rebuild-pages.ts'
import { readStore } from '../../../../support/pages/stored-pages.ts'
import { buildFollower } from '../../../../support/site/follower.ts'
import { SITE_URL, wireSite } from '../../../../support/site/wire-site.ts'

test('a job that runs twice, or twice at once, does not change the page [F19, F34]', async () => {
  const site = await wireSite({ without: ['worker'] })
  onTestFinished(() => site.close())
  const follower = buildFollower(site)
  const maker = { content: site.contentClient, bundle: site.bundle, siteUrl: SITE_URL }
  const rebuild = (...paths: string[]) => rebuildPages(follower, maker, paths)
  const path = '/articles/what-owning-a-share-gives-you'
  await rebuild(path)
  const before = (await readStore(site)).get(path)

  await rebuild(path)
  await Promise.all([rebuild(path), rebuild(path, '/no-such-page'), rebuild('/nor-this')])

  expect(before).toBeDefined()
  expect((await readStore(site)).get(path)).toEqual(before)
  expect(await follower.stale()).toEqual([])
  expect(await site.store.read('/no-such-page')).toBeUndefined()
})
