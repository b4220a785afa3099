import { type FrameParts, frameName } from '#shared/addresses/frame-name.ts'
import type { Strings } from '../strings/strings.ts'
import type { SharedData } from './load-shared.ts'
import type { PrepareFrame } from './prepare-frame.ts'

export type ShownFrame = ReturnType<typeof trackFrame>

/** A header and footer that differ from those the document shows, ready to replace them. */
export type NewFrame = Awaited<ReturnType<ShownFrame['make']>>

/**
 * Tracks which header and footer the document shows. They are static HTML, which React does not
 * own, and stay when pages change. An editor may have changed the menu since the document was sent:
 * then the next page names others, and the code that renders them is loaded.
 *
 * @param name of the header and footer that the document came with
 * @param loadCode of `prepareFrame`
 * @param onReplaced called when others are in the document
 */
export function trackFrame(
  name: string,
  strings: Strings,
  loadCode: () => Promise<PrepareFrame>,
  onReplaced: () => void,
) {
  let shown = name
  return {
    /** Whether the document shows the header and footer of a page, or the page names none. */
    isShown: (parts: FrameParts) => ['', shown].includes(frameName(parts)),
    /**
     * Prepares another header and footer.
     *
     * @throws when the code for it cannot be loaded, or the slices are of another build
     */
    async make(parts: FrameParts, slices: SharedData, staticQueries: SharedData) {
      const prepareFrame = await loadCode()
      const put = prepareFrame(slices, staticQueries, strings)
      return {
        /** Puts them around a page. */
        put(path: string) {
          if (shown === frameName(parts)) return
          shown = frameName(parts)
          put(path)
          onReplaced()
        },
      }
    },
  }
}
