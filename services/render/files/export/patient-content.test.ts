import { describe, expect, test, vi } from 'vitest'
import { notFound, SiteError } from '#shared/errors.ts'
import { type ExportedContent, patientContent } from './patient-content.ts'

const SITEMAP = { revision: 1, tags: [], entries: [] }

/** Content that fails this many times before it answers. */
function contentThatFails(times: number, error: Error) {
  const loadSitemap = vi.fn<ExportedContent['loadSitemap']>(async () => {
    if (loadSitemap.mock.calls.length <= times) throw error
    return SITEMAP
  })
  const never = () => Promise.reject(new Error('was not to be asked'))
  return {
    listPaths: never,
    listTitles: never,
    readChanges: never,
    loadPageModels: never,
    loadFeed: never,
    loadPicture: never,
    loadPortrait: never,
    loadSitemap,
  }
}

const away = new SiteError('unavailable', 'content did not answer')

describe('retries of an export', () => {
  test('are made when content does not answer, up to a limit', async () => {
    const pausesMs = [1, 1, 1]
    const back = contentThatFails(2, away)
    const gone = contentThatFails(9, away)
    expect(await patientContent(back, { pausesMs }).loadSitemap('/sitemap.xml')).toBe(SITEMAP)
    await expect(patientContent(gone, { pausesMs }).loadSitemap('/sitemap.xml')).rejects.toBe(away)
    expect(back.loadSitemap).toHaveBeenCalledTimes(3)
    expect(gone.loadSitemap).toHaveBeenCalledTimes(4)
  })

  test('are not made after a refusal', async () => {
    const content = contentThatFails(1, notFound('A site map'))
    await expect(patientContent(content).loadSitemap('/sitemap.xml')).rejects.toThrow(
      'does not exist',
    )
    expect(content.loadSitemap).toHaveBeenCalledTimes(1)
  })

  test('end when the export is stopped', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const content = contentThatFails(9, away)
    await expect(
      patientContent(content, { signal }).loadSitemap('/sitemap.xml'),
    ).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
