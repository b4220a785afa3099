import { appendFile, mkdtemp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Corpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import {
  type FinishedRun,
  type RunOptions,
  runMeasured,
} from '../../tests/support/machine/processes.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import { runHugo, writeHugoSite } from '../rebuild/hugo-site.ts'
import type { BenchOptions } from '../support/bench-report.ts'

export interface ColdBench extends BenchOptions {
  corpus: Corpus
  articles: number
  /** Gets everything that is written. */
  folder: string
  withHugo: boolean
}

/** Builds of a site, one after the other. */
export interface Builds {
  /** From the sources to a folder that a web server can serve. */
  cold: FinishedRun
  unchanged: FinishedRun
  /** One article has another word. */
  changed: FinishedRun
}

export interface ColdFigures {
  /** `npm start` with an empty `DATA_DIR`, until it is ready. */
  start: FinishedRun
  /** With neither pictures nor compressed forms: as Hugo, which has nothing but HTML. */
  plainPages: Builds
  pages: Builds
  pagesAndPictures: Builds
  hugo?: Builds
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const RUN_MS = 60_000
const RUN_MS_PER_ARTICLE = 100

/** Measures each way to build a site from an empty folder on. */
export async function measureCold(bench: ColdBench): Promise<ColdFigures> {
  const { corpus, articles, folder, withHugo, signal } = bench
  const content = path.join(folder, 'content')
  await writeCorpus(corpus, content, articles)
  const timeoutMs = RUN_MS + articles * RUN_MS_PER_ARTICLE

  async function tell(what: string, running: Promise<FinishedRun>): Promise<FinishedRun> {
    const run = await running
    const count = articles.toLocaleString('en-US')
    bench.say(`${count} articles: ${what}, ${run.seconds.toFixed(1)} s`)
    return run
  }

  async function build(
    what: string,
    sources: string,
    run: () => Promise<FinishedRun>,
  ): Promise<Builds> {
    const cold = await tell(`${what}, cold`, run())
    const unchanged = await tell(`${what}, unchanged`, run())
    await addWord(sources)
    return { cold, unchanged, changed: await tell(`${what}, one article changed`, run()) }
  }

  /** Runs a command of ours, with an empty `DATA_DIR` at first. */
  async function inNewHome<T>(use: (home: string, run: OwnRun) => Promise<T>): Promise<T> {
    const home = await mkdtemp(path.join(folder, 'ours-'))
    const env = {
      CONTENT_DIR: content,
      DATA_DIR: path.join(home, 'data'),
      SITE_URL: 'https://finlore.example',
    }
    return use(home, ([script, ...args], more) =>
      runMeasured(process.execPath, [...wordsOf(script), ...args], {
        timeoutMs,
        signal,
        cwd: ROOT,
        wholeFamily: true,
        ...more,
        env: { ...env, ...more?.env },
      }),
    )
  }
  const exportOf = (what: string, ...options: readonly string[]) =>
    inNewHome((home, run) =>
      build(`export of ${what}`, path.join(content, 'articles/en_US'), () =>
        run(['export', '--out', path.join(home, 'site'), ...options]),
      ),
    )

  const port = async () => String(await freePort())
  const env = { PORT: await port(), CONTENT_PORT: await port(), WORKER_PORT: await port() }
  const ours = {
    start: await inNewHome((_, run) =>
      tell('npm start', run(['start'], { env, until: 'ready http' })),
    ),
    plainPages: await exportOf('plain pages', '--pictures', 'none', '--compressed', 'none'),
    pages: await exportOf('pages', '--pictures', 'none'),
    pagesAndPictures: await exportOf('pages and pictures'),
  }
  if (!withHugo) return ours
  const home = path.join(folder, 'hugo')
  await writeHugoSite(corpus, home, articles)
  const target = path.join(home, 'public')
  return {
    ...ours,
    hugo: await build('Hugo', path.join(home, 'content/articles'), () =>
      runHugo(home, { target, pageData: false, signal }),
    ),
  }
}

type Script = 'start' | 'export'
type OwnRun = (
  command: readonly [Script, ...string[]],
  more?: Pick<RunOptions, 'env' | 'until'>,
) => Promise<FinishedRun>

const manifest: { scripts: Record<Script, string> } = JSON.parse(
  await readFile(path.join(ROOT, 'package.json'), 'utf8'),
)

/** What npm runs for a script, after `exec node`. */
const wordsOf = (script: Script) => manifest.scripts[script].split(' ').slice(2)

/** Adds a word to the article whose file comes first. */
async function addWord(articles: string): Promise<void> {
  const names = (await readdir(articles)).filter((name) => /^[^_].*\.md$/.test(name))
  await appendFile(path.join(articles, names.sort()[0] ?? ''), '\nMore.\n')
}
