import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { dayAt } from '#shared/text/time-zone.ts'
import { instantOf } from '../drafts/check-time.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { readArticles } from '../folder/read-articles.ts'
import type { PartialTree } from '../folder/read-content.ts'
import { zoneOf } from './check-alone.ts'

const run = promisify(execFile)
/** A history of 10,000 commits takes a second. */
const GIT_MS = 30_000
const MAX_BYTES = 256 * 1024 * 1024
/** Stands before each commit; no path has it. */
const MARK = '\u0001'

/**
 * Texts that claim to be older than they are: their publication is before the day of the commit that first
 * had their file. Nothing is found where there is no Git, no repository, or only a part of its history.
 */
export async function textsBeforeTheirFile(
  tree: Pick<PartialTree, 'folder' | 'locale' | 'site' | 'articles'>,
): Promise<ContentProblem[]> {
  const firstTimes = await firstCommits(tree.folder, `articles/${tree.locale}`)
  const zone = zoneOf(tree)
  const dayOf = (instant: string | undefined) => instant && dayAt(instant, zone)
  const firstDayOf = (file: string) => dayOf(firstTimes.get(file))
  const early = tree.articles.filter(({ file, publishedAt = '' }) => {
    const [published, first] = [dayOf(instantOf(publishedAt, zone)), firstDayOf(file)]
    return published !== undefined && first !== undefined && published < first
  })
  const problems: ContentProblem[] = []
  for await (const { file, locate } of readArticles(tree.folder, early, problems)) {
    const message = `is before ${firstDayOf(file.file)}, when its file was first committed: write that day`
    problems.push(...locate([{ field: '/publishedAt', code: 'E-DATE-FILE', message }]))
  }
  return problems
}

/** @returns when the authors of commits first had each file, by its path in the content folder */
async function firstCommits(folder: string, articles: string): Promise<Map<string, string>> {
  const times = new Map<string, string>()
  const git = async (...args: string[]) => {
    const limits = { timeout: GIT_MS, maxBuffer: MAX_BYTES }
    return (await run('git', ['-C', path.resolve(folder), ...args], limits)).stdout
  }
  let log: string
  try {
    if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'false') return times
    const form = ['-z', '--name-status', '--relative', `--format=${MARK}%aI`, '--no-show-signature']
    const which = ['--reverse', '--find-renames', '--diff-filter=AR']
    log = await git('log', ...form, ...which, '--', articles)
  } catch {
    return times
  }
  let time = ''
  const parts = log.split('\0').values()
  for (const part of parts) {
    const word = part.trim()
    if (word.startsWith(MARK)) time = word.slice(MARK.length)
    else if (word === 'A') keep(parts.next().value, time)
    else if (/^R\d+$/.test(word)) {
      const former = times.get(parts.next().value ?? '')
      keep(parts.next().value, former ?? time)
    }
  }
  return times

  function keep(file: string | undefined, at: string) {
    // A file that was removed and came back is as old as at first.
    if (file !== undefined && !times.has(file)) times.set(file, at)
  }
}
