import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '#shared/errors.ts'
import type { ArticleRequest } from './article-request.ts'

/** No import reads this folder: a draft is published by moving it to `articles/`. */
export const DRAFTS = 'drafts'

type Named = Pick<ArticleRequest, 'locale' | 'slug'>

/** Relative to the content folder, as are all names here. */
export const draftFile = ({ locale, slug }: Named) => `${DRAFTS}/${locale}/${slug}.md`
export const rejectedFile = ({ locale, slug }: Named) => `${DRAFTS}/${locale}/${slug}.rejected.md`
/** A draft that a new one shall replace, until that is there. */
export const formerFile = ({ locale, slug }: Named) => `${DRAFTS}/${locale}/${slug}.former.md`
/** Where a draft is moved to be published. */
export const articleFile = ({ locale, slug }: Named) => `articles/${locale}/${slug}.md`

/**
 * Writes a file that is not there yet, so that it is there whole or not at all, even when the process
 * is killed.
 *
 * @returns false when the file was there already; it is left as it is
 */
export async function writeOnce(folder: string, file: string, text: string): Promise<boolean> {
  const target = path.join(folder, file)
  const unfinished = `${target}.${randomBytes(6).toString('hex')}.tmp`
  await mkdir(path.dirname(target), { recursive: true })
  try {
    await writeFile(unfinished, text, { flag: 'wx', flush: true })
    // Unlike a rename, a link never takes the place of another file.
    await link(unfinished, target)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Moves drafts and rejected answers aside, so that they are asked for again. */
export async function setAside(folder: string, requests: readonly Named[]): Promise<void> {
  for (const request of requests) {
    for (const file of [rejectedFile(request), draftFile(request)]) {
      await rename(path.join(folder, file), path.join(folder, formerFile(request))).catch(
        (error) => {
          if (!hasCode(error, 'ENOENT')) throw error
        },
      )
    }
  }
}

export async function removeFile(folder: string, file: string): Promise<void> {
  await rm(path.join(folder, file), { force: true })
}

const REJECTED_INTRODUCTION = [
  'This answer is not an article yet. Mend what is listed here, delete everything above the front',
  'matter, and name the file without ".rejected".',
  '',
]

/**
 * A rejected answer below the list of what is wrong with it.
 *
 * @param problems with lines of `text`, 1-based; the list names the lines of the whole file
 */
export function rejectedText(
  problems: readonly { line: number; message: string }[],
  text: string,
): string {
  const above = REJECTED_INTRODUCTION.length + problems.length + 1
  const list = problems.map(({ line, message }) => `- line ${line + above}: ${message}`)
  return [...REJECTED_INTRODUCTION, ...list, '', text].join('\n')
}
