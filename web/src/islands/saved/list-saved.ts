import { announce } from '../../browser/announce.ts'
import { createElement } from '../../browser/create-element.ts'
import { bookmarksFile } from './bookmarks-file.ts'
import { checkAddress } from './check-address.ts'
import { type KeptBytes, keepOffline } from './keep-offline.ts'
import { type ListWords, sizeIn } from './list-words.ts'
import { loadReadBytes, readPagesNote } from './read-pages.ts'
import { readSaved, type SavedEntry, withSaved, writeSaved } from './saved-list.ts'
import { smallButton } from './small-button.ts'

const FILE_NAME = 'saved-articles.html'

/** What is known beside the list; `undefined`: the browser has not answered yet, or keeps nothing. */
let kept: KeptBytes | undefined
let hasAsked = false
const withdrawn = new Set<string>()
/** What the reader has just removed, and may have back. */
let removed: readonly SavedEntry[] = []

/** Begins with what is on the list now, and then says how much is kept and what was withdrawn. */
export async function openList(listWords: ListWords): Promise<void> {
  removed = []
  listSaved(listWords)
  await askWhatIsKept(listWords)
  if (!kept || !(await followMoved(kept))) return listSaved(listWords)
  await askWhatIsKept(listWords)
}

/** Lists what is saved on the page of saved articles, if that is the one that is shown. */
export function listSaved(listWords: ListWords): void {
  const region = document.querySelector<HTMLElement>('.saved')
  if (!region) return
  const controls = () => [...region.querySelectorAll<HTMLElement>('a, button')]
  const focused = controls().findIndex((control) => control.matches(':focus'))
  try {
    const note = readPagesNote(listWords, () => listSaved(listWords))
    region.replaceChildren(...partsOf(readSaved(), listWords), ...note)
  } catch {
    region.replaceChildren(createElement('p', {}, [listWords.words.blocked]))
  }
  // What was focused may be the last one, and gone.
  if (focused >= 0)
    controls()
      .slice(0, focused + 1)
      .at(-1)
      ?.focus({ preventScroll: true })
}

/** Has the browser keep what is on the list, and shows how much that is. */
export async function askWhatIsKept(listWords: ListWords): Promise<void> {
  if (!document.querySelector('.saved')) return
  kept = await keepOffline(readSaved())
  hasAsked = true
  await loadReadBytes()
  listSaved(listWords)
}

/**
 * Asks the server for what could not be kept, until it does not answer.
 *
 * @returns whether an article has another address now
 */
async function followMoved(known: KeptBytes): Promise<boolean> {
  let hasMoved = false
  withdrawn.clear()
  for (const { path } of readSaved().filter((article) => known[article.path] === undefined)) {
    const found = await checkAddress(path)
    if (found.is === 'unknown') break
    if (found.is === 'withdrawn') withdrawn.add(path)
    if (found.is !== 'moved') continue
    hasMoved = true
    const renamed = readSaved().map((article) =>
      article.path === path ? { ...article, path: found.path } : article,
    )
    writeSaved(withSaved(renamed, []))
  }
  return hasMoved
}

function partsOf(list: readonly SavedEntry[], listWords: ListWords): HTMLElement[] {
  const { words } = listWords
  const change = (left: readonly SavedEntry[], taken: readonly SavedEntry[]) => {
    writeSaved(left)
    removed = taken
    listSaved(listWords)
    announce(taken.length > 0 ? words.removed : '')
    document.querySelector<HTMLElement>('.saved button')?.focus()
  }
  const undo = () => {
    change(withSaved(readSaved(), removed), [])
    void askWhatIsKept(listWords)
  }
  const offer = createElement('p', { class: 'saved-note' }, [
    `${words.removed} `,
    smallButton(words.undo, undo),
  ])
  const offered = removed.length > 0 ? [offer] : []
  if (list.length === 0) return [...offered, createElement('p', {}, [words.none])]

  const remove = ({ path }: SavedEntry) => {
    const now = readSaved()
    change(
      now.filter((article) => article.path !== path),
      now.filter((article) => article.path === path),
    )
  }
  const download = () => {
    const { origin } = location
    downloadFile(bookmarksFile(readSaved(), { title: words.title, origin }))
  }
  return [
    ...offered,
    createElement('p', { class: 'saved-sum' }, [sumOf(list, listWords)]),
    createElement('div', { class: 'saved-buttons' }, [
      smallButton(words.download, download),
      smallButton(words.removeAll, () => change([], readSaved())),
    ]),
    createElement(
      'ul',
      { class: 'saved-list' },
      list.map((article) => entry(article, listWords, () => remove(article))),
    ),
  ]
}

function sumOf(list: readonly SavedEntry[], { strings, words }: ListWords): string {
  const bytes = list.reduce((sum, { path }) => sum + (kept?.[path] ?? 0), 0)
  const size = bytes > 0 ? `${sizeIn(strings.languageTag, bytes)}, ${words.readable}` : ''
  return [strings.articleCount(list.length), size || (hasAsked && words.needsConnection)]
    .filter(Boolean)
    .join(' · ')
}

function entry(
  { path, title, description, savedAt }: SavedEntry,
  { strings, words }: ListWords,
  remove: () => void,
): HTMLElement {
  const bytes = kept?.[path]
  const state =
    bytes === undefined ? hasAsked && words.needsConnection : sizeIn(strings.languageTag, bytes)
  const facts = [words.savedOn(strings.day(savedAt)), state].filter(Boolean).join(' · ')
  return createElement('li', {}, [
    createElement('h2', {}, [createElement('a', { href: path }, [title])]),
    createElement('p', {}, [withdrawn.has(path) ? words.withdrawn : description]),
    createElement('p', {}, [`${facts} \u00a0`, smallButton(words.remove, remove, title)]),
  ])
}

function downloadFile(html: string): void {
  // The address ends with the document: some browsers read it only after the click.
  const href = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  createElement('a', { href, download: FILE_NAME }).click()
}
