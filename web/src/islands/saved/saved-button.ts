import { announce } from '../../browser/announce.ts'
import { createElement } from '../../browser/create-element.ts'
import { MAX_SAVED } from '../../browser/max-saved.ts'
import type { SavedWords } from '../../strings/saved-words.ts'
import { keepOffline, LIST_PATH } from './keep-offline.ts'
import { readSaved, type SavedEntry, withSaved, writeSaved } from './saved-list.ts'

const NOTE = 'saved-note'

/** Shows below an article whether it is on the list, and then a way to the list. */
export function markButton(words: SavedWords): void {
  const button = document.querySelector<HTMLElement>('[data-save]')
  const row = button?.parentElement
  if (!button || !row) return
  const isSaved = readSaved().some(({ path }) => path === button.dataset.save)
  button.ariaPressed = String(isSaved)
  const link = row.querySelector(`[href="${LIST_PATH}"]`)
  if (!isSaved) link?.remove()
  else if (!link) row.append(createElement('a', { href: LIST_PATH }, [words.title]))
}

/** Puts the article above a button on the list, or takes it off. What hinders it is said below the button. */
export async function toggleSaved(button: HTMLElement, words: SavedWords): Promise<void> {
  const path = button.dataset.save ?? ''
  const say = (note: string) => showNote(button, note)
  try {
    const list = readSaved()
    const others = list.filter((article) => article.path !== path)
    const isRemoval = others.length < list.length
    if (!isRemoval && list.length >= MAX_SAVED) return say(words.tooMany(MAX_SAVED))
    const changed = isRemoval ? others : withSaved(list, [shownArticle(path)])
    writeSaved(changed)
    markButton(words)
    say('')
    announce(isRemoval ? words.removed : words.saved)
    if (isRemoval) return
    fetchPictures()
    const kept = await keepOffline(changed)
    if (kept?.[path] === undefined) say(words.notKept)
  } catch (error) {
    say(isFull(error) ? words.full : words.blocked)
  }
}

const isFull = (error: unknown) => error instanceof DOMException && /quota/i.test(error.name)

function shownArticle(path: string): SavedEntry {
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content
  return {
    path,
    title: document.querySelector('main h1')?.textContent ?? path,
    description: description ?? '',
    savedAt: new Date().toISOString(),
  }
}

/** The browser itself keeps pictures that it has fetched: their names change with their content. */
function fetchPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('.article-text img')) {
    picture.loading = 'eager'
  }
}

/** @param text an empty one takes the former note away */
function showNote(button: HTMLElement, text: string): void {
  const row = button.parentElement
  row?.parentElement?.querySelector(`.${NOTE}`)?.remove()
  if (text === '') return
  row?.after(createElement('p', { class: NOTE }, [text]))
  announce(text)
}
