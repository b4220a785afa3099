import { setTimeout as sleep } from 'node:timers/promises'
import { type ContentClient, createContentClient } from '#shared/clients/content-client.ts'
import { SiteError } from '#shared/errors.ts'

export type ExportedContent = Pick<
  ContentClient,
  | 'listPaths'
  | 'listTitles'
  | 'readChanges'
  | 'loadPageModels'
  | 'loadSitemap'
  | 'loadFeed'
  | 'loadPicture'
  | 'loadPortrait'
>

/** Milliseconds between attempts. One slow answer among thousands must not end the export. */
const PAUSES_MS = [500, 2_000, 5_000]

export interface RetryBounds {
  pausesMs?: readonly number[]
  signal?: AbortSignal | undefined
}

/**
 * The content service at this address, asked patientContent.
 *
 * @param models loads page models instead of the service
 */
export const openPatiently = (
  url: string,
  { models, ...patience }: RetryBounds & { models?: ExportedContent['loadPageModels'] } = {},
): ExportedContent =>
  patientContent(
    { ...createContentClient(url), ...(models && { loadPageModels: models }) },
    patience,
  )

/** Retries a few times when content does not answer or is overloaded. */
export function patientContent(
  content: ExportedContent,
  { pausesMs = PAUSES_MS, signal }: RetryBounds = {},
): ExportedContent {
  const tryOn = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (const pauseMs of pausesMs) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof SiteError) || error.code !== 'unavailable') throw error
        await sleep(pauseMs, undefined, { ...(signal && { signal }) })
      }
    }
    return ask()
  }
  return {
    listPaths: (...given) => tryOn(() => content.listPaths(...given)),
    listTitles: (...given) => tryOn(() => content.listTitles(...given)),
    readChanges: (...given) => tryOn(() => content.readChanges(...given)),
    loadPageModels: (...given) => tryOn(() => content.loadPageModels(...given)),
    loadSitemap: (...given) => tryOn(() => content.loadSitemap(...given)),
    loadFeed: (...given) => tryOn(() => content.loadFeed(...given)),
    loadPicture: (...given) => tryOn(() => content.loadPicture(...given)),
    loadPortrait: (...given) => tryOn(() => content.loadPortrait(...given)),
  }
}
