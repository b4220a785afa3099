import type { Side } from '../editions/merge-edits.ts'
import type { ArticleFile } from '../folder/read-articles.ts'
import { readText } from '../folder/read-text.ts'
import { sideOf } from './article-side.ts'
import { isLike, paragraphsIn } from './base-of-file.ts'

/** Finds the file whose text is most like one of these versions of an article, if any is like it. */
export type FindLike = (
  versions: readonly Side[],
  isFree: (file: string) => boolean,
) => string | undefined

/** Reads files whose names and addresses tell nothing, so that they are found by their paragraphs. */
export async function indexTexts(folder: string, files: readonly ArticleFile[]): Promise<FindLike> {
  const sides = new Map<string, Side>()
  const filesWith = new Map<string, string[]>()
  for (const { file } of files) {
    const read = await readText(folder, file, [])
    const side = read && sideOf(file, read.text)
    if (!side) continue
    sides.set(file, side)
    for (const part of paragraphsIn(side.body)) {
      const among = filesWith.get(part) ?? []
      among.push(file)
      filesWith.set(part, among)
    }
  }
  return (versions, isFree) => {
    let [found, most] = [undefined as string | undefined, 0]
    for (const version of versions) {
      const counts = new Map<string, number>()
      for (const part of paragraphsIn(version.body)) {
        for (const file of filesWith.get(part) ?? []) counts.set(file, (counts.get(file) ?? 0) + 1)
      }
      for (const [file, count] of counts) {
        const side = sides.get(file)
        if (count > most && side && isFree(file) && isLike(side, version))
          [found, most] = [file, count]
      }
    }
    return found
  }
}
