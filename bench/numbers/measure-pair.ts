import path from 'node:path'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { type FinishedRun, runMeasured } from '../../tests/support/machine/processes.ts'
import { mostFillMs, startBenchSite } from '../rebuild/bench-site.ts'
import type { BenchOptions } from '../support/bench-report.ts'
import type { Pair } from './write-pair.ts'

export interface NumbersBench extends BenchOptions {
  folder: string
  articles: number
}

/** Seconds of processor time, one for each turn. */
export type PairFigures = Record<'lint' | 'import' | 'full rebuild', Record<keyof Pair, number[]>>

const LINT_TURNS = 7
const SITE_TURNS = 3
const COMMAND = path.resolve(import.meta.dirname, '../../services/content/content-command.ts')
const LINT_MS = 600_000

/** Lints, imports and makes all pages of both folders, in turns. */
export async function measurePair(pair: Pair, bench: NumbersBench): Promise<PairFigures> {
  const both = () => ({ numbers: [] as number[], plain: [] as number[] })
  const figures: PairFigures = { lint: both(), import: both(), 'full rebuild': both() }
  const kinds: readonly (keyof Pair)[] = ['numbers', 'plain']
  for (let turn = 0; turn < LINT_TURNS; turn++) {
    for (const kind of kinds) {
      const { usage } = await lint(pair[kind], bench)
      figures.lint[kind].push(usage.cpuSeconds)
    }
    bench.say(`lint, turn ${turn + 1} of ${LINT_TURNS}`)
  }
  for (let turn = 0; turn < SITE_TURNS; turn++) {
    for (const kind of kinds) {
      const folder = path.join(bench.folder, `${kind}-${turn}`)
      const made = await makeSite(pair[kind], { ...bench, folder })
      figures.import[kind].push(made.importSeconds)
      figures['full rebuild'][kind].push(made.rebuildSeconds)
    }
    bench.say(`import and full rebuild, turn ${turn + 1} of ${SITE_TURNS}`)
  }
  return figures
}

const lint = (contentFolder: string, { signal }: NumbersBench): Promise<FinishedRun> =>
  runMeasured(process.execPath, [COMMAND, 'lint', '--format', 'json'], {
    env: { CONTENT_DIR: contentFolder, SITE_LOCALE: 'en_US' },
    timeoutMs: LINT_MS,
    signal,
  })

async function makeSite(contentFolder: string, { folder, articles, signal, say }: NumbersBench) {
  const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
  try {
    const site = await startBenchSite({ folder, contentFolder, articles, signal }, cleanUp)
    const before = (await site.content.usage()).cpuSeconds
    const worker = await site.startWorker()
    await site.registry.untilFresh({ timeoutMs: mostFillMs(articles), signal, pauseMs: 100 })
    const after = (await site.content.usage()).cpuSeconds
    return {
      importSeconds: site.imported.usage.cpuSeconds,
      rebuildSeconds: after - before + (await worker.usage()).cpuSeconds,
    }
  } finally {
    await cleanUp.run()
  }
}
