import type { Settings } from '#shared/config.ts'
import { beginWhenMigrated } from '#shared/database/begin-when-migrated.ts'
import { connect } from '#shared/database/connect.ts'
import { requireIdentity } from '#shared/database/site-identity.ts'
import type { Started } from '#shared/http/run-service.ts'
import { buildApp, type ContentDependencies } from './app.ts'
import { listenForChanges } from './changes/change-signal.ts'
import type { ContentConfig } from './config.ts'
import { CONTENT_SCHEMA, type Database } from './database/schema.ts'
import { forgetPast } from './editions/forget-past.ts'
import { scheduleYear } from './edits/current-year.ts'
import { scheduleFacts } from './edits/facts-day.ts'
import { pollAds } from './edits/poll-ads.ts'
import { relinkInBackground } from './edits/relink-in-background.ts'
import { scheduleMenu } from './edits/schedule-menu.ts'
import { createFactFetchMetrics } from './facts/fetching/fact-fetch-metrics.ts'
import { type FactPace, pollFacts } from './facts/fetching/poll-facts.ts'
import { runReleases } from './releases/run-releases.ts'
import { startWebhooks } from './start-webhooks.ts'
import type { WebhookPace } from './webhooks/deliver-webhooks.ts'

type ContentParts = Partial<Omit<ContentDependencies, 'store' | 'signal'>> & {
  webhookPace?: Partial<WebhookPace>
  factPace?: Partial<FactPace>
}

/**
 * Starts the content service and its background tasks: the year, links to terms, the menu,
 * what is published at a time, and fetching of ads and facts. The caller opens its ports.
 *
 * @param parts used in place of what the settings configure
 */
export function startContent(settings: Settings<ContentConfig>, parts: ContentParts = {}): Started {
  const content = openContent(settings, parts)
  const upkeep = beginWhenMigrated(
    { db: content.store.write, schema: CONTENT_SCHEMA, log: content.service.app.log },
    async () => {
      // A database that could not be asked at the start may be another one than was thought.
      await requireIdentity(content.store.write, { locale: settings.SITE_LOCALE })
      return keepUp(settings, content, parts)
    },
  )
  return {
    service: content.service,
    async close() {
      await upkeep.close()
      await content.close()
    },
  }
}

/** The same without background tasks: content changes only by edits and imports. */
export function openContent(settings: Settings<ContentConfig>, parts: ContentParts = {}) {
  const store = connect<Database>(settings.DATABASE_URL, { schema: CONTENT_SCHEMA })
  const signal = listenForChanges(settings.DATABASE_URL)
  const service = buildApp({
    store,
    signal,
    locale: settings.SITE_LOCALE,
    editorToken: settings.EDITOR_TOKEN,
    editorTokenFile: settings.EDITOR_TOKEN_FILE,
    adsUrl: settings.SAPE_URL,
    fetchesFacts: settings.FETCH_FACTS === 'on',
    log: { level: settings.LOG_LEVEL },
    ...parts,
  })
  return {
    service,
    store,
    signal,
    async close() {
      await signal.close()
      await store.close()
    },
  }
}

async function keepUp(
  settings: Settings<ContentConfig>,
  { store: { write: db }, signal, service }: ReturnType<typeof openContent>,
  { webhookPace: pace, factPace }: ContentParts,
) {
  const { SITE_LOCALE: locale, SAPE_URL: url } = settings
  // Asks the database, and so may fail: before anything else is started.
  const webhooks = await startWebhooks(settings, { db, signal, service, pace })
  const { log } = service.app
  const metrics = createFactFetchMetrics(service.metrics)
  const fetchesFacts = settings.FETCH_FACTS === 'on'
  const saying = (message: string) => (error: unknown) => log.warn({ err: error }, message)
  const linking = { signal, onFailure: saying('older articles are not linked to all terms yet') }
  const listing = { signal, onFailure: saying('new topics are not in the menu yet') }
  const tasks = [
    scheduleYear(db, saying('the new year is not stored yet')),
    scheduleFacts(db, saying('a fact that has changed or ended is not shown so yet')),
    relinkInBackground(db, locale, linking),
    scheduleMenu(db, listing),
    runReleases({
      db,
      locale,
      onPublished: (release) => log.info(release, 'published a release at its time'),
      onExpired: (articles) => log.info(articles, 'withdrew articles that have expired'),
      onHeld: (release) => log.warn(release, 'a release could not be published at its time'),
      onFailure: saying('what is due could not be published yet'),
    }),
    forgetPast({
      db,
      keep: settings,
      onForgotten: (forgotten) => log.info(forgotten, 'forgot changes and editions that are old'),
      onFailure: saying('old changes and editions could not be forgotten yet'),
    }),
    ...webhooks,
    ...(url === undefined ? [] : [pollAds({ db, url, log })]),
    ...(fetchesFacts ? [pollFacts({ db, locale, log, metrics, ...factPace })] : []),
  ]
  return {
    async close() {
      for (const task of tasks.reverse()) await task.stop()
    },
  }
}
