import { renderMarkdown } from '../articles/render-markdown.ts'
import type { PartialTree } from '../import/read-content.ts'
import { readText } from '../import/read-text.ts'
import { parseMarkdownFile } from '../import/source-text.ts'

/** The ids of the headings of a page that has a text: an article by its file, or an info page. */
export async function findHeadings(
  { folder, locale }: Pick<PartialTree, 'folder' | 'locale'>,
  file: string | undefined,
  info: { body: string } | undefined,
): Promise<ReadonlySet<string> | undefined> {
  const body = info?.body ?? (file === undefined ? undefined : await readBody(folder, file))
  return body === undefined
    ? undefined
    : new Set(renderMarkdown(body, '', locale).outline.headings.map(({ id }) => id))
}

async function readBody(folder: string, file: string): Promise<string | undefined> {
  // Of a file that vanished meanwhile, the check of the article speaks.
  const read = await readText(folder, file, [])
  return read && parseMarkdownFile(file, read.text).body
}
