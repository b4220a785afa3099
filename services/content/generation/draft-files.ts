import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ArticleRequest } from './article-request.ts'

/** Drafts lie in a folder that no import reads: only who moves one to `articles/` publishes it. */
const DRAFTS = 'drafts'

type Named = Pick<ArticleRequest, 'locale' | 'slug'>

/** Relative to the content folder, as are all names here. */
export const draftFile = ({ locale, slug }: Named) => `${DRAFTS}/${locale}/${slug}.md`
export const rejectedFile = ({ locale, slug }: Named) => `${DRAFTS}/${locale}/${slug}.rejected.md`
/** Where a draft is to be moved, so that it is published. */
export const articleFile = ({ locale, slug }: Named) => `articles/${locale}/${slug}.md`

/**
 * Writes a file so that it is there whole or not at all, whoever is killed when.
 *
 * @param replace whether one that is there already may be replaced
 * @returns false when there was one, which is left as it is
 */
export async function writeOnce(
  folder: string,
  file: string,
  text: string,
  { replace }: { replace: boolean },
): Promise<boolean> {
  const target = path.join(folder, file)
  const unfinished = `${target}.${randomBytes(6).toString('hex')}.tmp`
  await mkdir(path.dirname(target), { recursive: true })
  try {
    await writeFile(unfinished, text, { flag: 'wx', flush: true })
    if (replace) await rename(unfinished, target)
    // Unlike a rename, a link never takes the place of another file.
    else await link(unfinished, target)
    return true
  } catch (error) {
    if (!replace && error instanceof Error && 'code' in error && error.code === 'EEXIST')
      return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

export async function removeFile(folder: string, file: string): Promise<void> {
  await rm(path.join(folder, file), { force: true })
}

/** Above the text of a rejected file. Editors delete it when they have mended the rest. */
export function rejectedText(problems: readonly RejectedProblem[], text: string): string {
  const lines = problems.length + REJECTED_FRAME.before.length + REJECTED_FRAME.after.length
  return [
    ...REJECTED_FRAME.before,
    ...problems.map(({ line, message }) => `- line ${line + lines}: ${message}`),
    ...REJECTED_FRAME.after,
    text,
  ].join('\n')
}

interface RejectedProblem {
  /** Of the text, 1-based. */
  line: number
  message: string
}

const REJECTED_FRAME = {
  before: [
    'This answer is not an article yet. Mend what is listed here, delete everything above the front',
    'matter, and name the file without ".rejected".',
    '',
  ],
  after: [''],
} as const
