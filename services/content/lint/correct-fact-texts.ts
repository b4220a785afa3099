import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { correctNumbers, type FigureChange } from '../facts/correct-numbers.ts'
import { mayShowFacts } from '../facts/fact-reference.ts'
import type { PartialTree } from '../folder/read-content.ts'
import { readText } from '../folder/read-text.ts'
import { splitMarkdownFile } from '../folder/source-text.ts'
import { knownFactsOf } from './check-alone.ts'

/** A number in a file, and what the file of facts says. */
export interface FileCorrection extends Omit<FigureChange, 'line'> {
  /** Relative to the content folder. */
  file: string
  /** 1-based. */
  line: number
}

export interface CorrectedFolder {
  /** Written, or with `write: false` to be written. */
  done: FileCorrection[]
  /** What a command cannot correct. */
  left: FileCorrection[]
}

/**
 * Brings the numbers of all texts in line with the file of facts; nothing else of a file is changed.
 *
 * @param write false to look only
 */
export async function correctFactTexts(
  tree: PartialTree,
  now: Date,
  { write }: { write: boolean },
): Promise<CorrectedFolder> {
  const known = knownFactsOf(tree, now)
  const result: CorrectedFolder = { done: [], left: [] }
  if (!known) return result
  const articles = [...tree.articles, ...tree.strays].filter(({ facts = [] }) => facts.length > 0)
  for (const { file } of [...articles, ...tree.info]) {
    // What cannot be read is named by lint.
    const read = await readText(tree.folder, file, [])
    const body = read && splitMarkdownFile(read.text)?.body
    if (read === undefined || body === undefined || !mayShowFacts(body)) continue
    const corrected = correctNumbers(body, known, tree.locale)
    const linesAbove = read.text.slice(0, read.text.length - body.length).split('\n').length
    const placed = ({ line, ...rest }: FigureChange) => ({ file, line: line + linesAbove, ...rest })
    result.left.push(...corrected.left.map(placed))
    if (corrected.done.length === 0) continue
    if (write) await replaceBody(path.join(tree.folder, file), body, corrected.body)
    result.done.push(...corrected.done.map(placed))
  }
  return result
}

/**
 * Replaces the text below the front matter: all of it, or nothing.
 *
 * @param before the text that was read
 */
async function replaceBody(file: string, before: string, after: string): Promise<void> {
  await using handle = await open(file)
  const bytes = await handle.readFile()
  const old = Buffer.from(before)
  const front = bytes.subarray(0, bytes.length - old.length)
  if (!bytes.subarray(front.length).equals(old)) {
    throw new Error(`${file} was changed while it was read: run the command again`)
  }
  const unfinished = `${file}.unfinished`
  const { mode } = await stat(file)
  try {
    await using copy = await open(unfinished, 'wx', mode)
    await copy.writeFile(Buffer.concat([front, Buffer.from(after)]))
    await copy.sync()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
