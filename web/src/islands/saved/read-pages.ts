import { announce } from '../../browser/announce.ts'
import { createElement } from '../../browser/create-element.ts'
import { deleteReadPages, measureReadPages } from './keep-offline.ts'
import { type ListWords, sizeIn } from './list-words.ts'
import { smallButton } from './small-button.ts'

/** What the browser keeps of pages that were only read; 0 until it has answered. */
let bytes = 0

export async function loadReadBytes(): Promise<void> {
  bytes = (await measureReadPages()) ?? 0
}

/** How much room the pages take that were read last, and the way to have it back; empty without any. */
export function readPagesNote(
  { strings, words }: ListWords,
  listAgain: () => void,
): readonly HTMLElement[] {
  if (bytes === 0) return []
  const remove = async () => {
    bytes = (await deleteReadPages()) ?? bytes
    listAgain()
    if (bytes === 0) announce(words.readPagesDeleted)
  }
  return [
    createElement('p', { class: 'saved-read' }, [
      `${words.readPages(sizeIn(strings.languageTag, bytes))} `,
      smallButton(words.deleteReadPages, remove),
    ]),
  ]
}
