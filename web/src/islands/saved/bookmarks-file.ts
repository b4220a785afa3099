import type { SavedEntry } from './saved-list.ts'

/**
 * The list as browsers export their bookmarks: a page of links, which every browser opens and imports.
 * https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
 */
export function bookmarksFile(
  list: readonly SavedEntry[],
  { title, origin }: { title: string; origin: string },
): string {
  const entries = list.map(({ path, title: name, description, savedAt }) => {
    const seconds = Math.floor(Date.parse(savedAt) / 1000)
    return [
      `<DT><A HREF="${escaped(origin + path)}" ADD_DATE="${seconds}">${escaped(name)}</A>`,
      `<DD>${escaped(description)}`,
    ].join('\n')
  })
  return [
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
    '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
    `<TITLE>${escaped(title)}</TITLE>`,
    `<H1>${escaped(title)}</H1>`,
    '<DL><p>',
    ...entries,
    '</DL><p>\n',
  ].join('\n')
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES.get(sign) ?? '')
