import { describeBehind, describeOutcome } from '../../services/content/commands/import-command.ts'
import { describeProblem } from '../../services/content/folder/content-problem.ts'
import {
  describeWithdrawal,
  WithdrawalError,
} from '../../services/content/import/bound-withdrawals.ts'
import { isUnmerged } from '../../services/content/merging/file-context.ts'
import { startContent } from '../../services/content/start-content.ts'
import { startWorker } from '../../services/render/start-worker.ts'
import { startIndexer } from '../../services/search/start-indexer.ts'
import { closeService } from '../../services/shared/http/run-service.ts'
import { INSIDE } from './claim-machine.ts'
import { migratePages } from './migrate-pages.ts'
import { listenOrExplain } from './open-ports.ts'
import { createProgressLine } from './progress-line.ts'
import { fillContent, sayRemarks } from './run-content.ts'
import { runPart } from './run-part.ts'
import { complain } from './run-until-stopped.ts'
import { siteSettings } from './site-settings.ts'
import { withdrawArgument } from './withdraw-argument.ts'

/**
 * The part of `npm start` that editors and operators meet: content, and the worker that makes pages
 * of it. With the argument `import`, the content folder is imported first.
 */

/** Answers still under way after this are cut off, so that a stop takes seconds. */
const CUT_OFF_MS = 1_500

await runPart(async (config, orders, cleanUp) => {
  const database = orders.then(({ databaseUrl }) => migratePages(databaseUrl))
  const [imports, ...args] = process.argv.slice(2)
  const [settings, , remarks] = await Promise.all([
    orders.then((given) => siteSettings(config, given)),
    database,
    // It reads the folder while the database starts.
    imports ? fillOrKeep(withdrawArgument(args)) : [],
  ])
  const log = { level: config.LOG_LEVEL, stream: process.stderr }

  const content = startContent(settings, { editorTokenFile: settings.EDITOR_TOKEN_FILE, log })
  cleanUp.add(content.close)
  cleanUp.add(() => closeService(content.service, CUT_OFF_MS))
  sayRemarks(remarks, content.service.app.log)
  const contentOps = await listenOrExplain(content.service.ops, INSIDE, 0)
  await listenOrExplain(content.service.app, INSIDE, config.CONTENT_PORT, 'CONTENT_PORT')

  const onProgress = createProgressLine(process.stderr)
  const worker = await startWorker(settings, { onProgress, log })
  cleanUp.add(() => closeService(worker.service, CUT_OFF_MS))
  cleanUp.add(worker.close)
  const workerUrl = await listenOrExplain(
    worker.service.ops,
    INSIDE,
    config.WORKER_PORT,
    'WORKER_PORT',
  )

  const { MEILI_URL } = config
  if (MEILI_URL === undefined) return { content: contentOps, worker: workerUrl }
  const indexer = startIndexer({ ...settings, MEILI_URL }, { log })
  cleanUp.add(indexer.close)
  cleanUp.add(() => closeService(indexer.service, CUT_OFF_MS))
  const indexerOps = await listenOrExplain(indexer.service.ops, INSIDE, 0)
  return { content: contentOps, worker: workerUrl, indexer: indexerOps }

  /**
   * A folder that lacks many articles is no reason to withdraw them, nor to leave readers alone. Nor are
   * files that cannot be merged with edits of the API: those are read through the running site.
   */
  async function fillOrKeep(withdraw: number | undefined) {
    try {
      // Example ads, only with the texts of this repository: they show what paid links look like.
      const samples = config.CONTENT_DIR === undefined && config.INDEXING === 'off'
      const result = await fillContent(config, database, { withdraw, samples })
      const { remarks, effects, behind, withdrawn, changes, changedArticles } = result
      for (const effect of effects) complain(describeProblem(effect))
      // The first import, of all articles, is there to be seen.
      const isEdit = changedArticles > 0 && changedArticles < result.articles
      const isLess = withdrawn > 0 || changes.some(({ removed }) => removed > 0)
      if (isLess || isEdit) complain(describeOutcome(result))
      else for (const line of describeBehind(behind)) complain(line)
      return remarks
    } catch (error) {
      if (isUnmerged(error)) complain(error.message)
      else if (error instanceof WithdrawalError) complain(describeWithdrawal(error, 'npm start --'))
      else throw error
      return []
    }
  }
})
