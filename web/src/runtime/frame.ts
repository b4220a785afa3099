import { type FrameParts, frameName } from '#shared/text/frame-name.ts'
import type { Strings } from '../strings/strings.ts'
import type { SharedData } from './load-shared.ts'

export type FrameKeeper = ReturnType<typeof keepFrame>

/** Another header and footer than the document shows. */
export type NewFrame = Awaited<ReturnType<FrameKeeper['make']>>

/**
 * Header and footer are HTML that nobody takes over, and stay when pages change. Where a page names
 * others, because an editor has changed the menu meanwhile, they are made anew; the code that does
 * this is fetched only then.
 *
 * @param name of those that the document came with
 * @param onPut called when they have been put into the document
 */
export function keepFrame(name: string, strings: Strings, onPut: () => void) {
  let shown = name
  return {
    /** Whether the document shows the header and footer of a page, or the page says nothing of them. */
    isShown: (parts: FrameParts) => ['', shown].includes(frameName(parts)),
    /**
     * Makes ready to show others.
     *
     * @throws when the code for it cannot be had, or the slices are of another build
     */
    async make(parts: FrameParts, slices: SharedData, staticQueries: SharedData) {
      const { prepareFrame } = await import('../frame/prepare-frame.ts')
      const put = prepareFrame(slices, staticQueries, strings)
      return {
        /** Puts them around a page. */
        put(path: string) {
          if (shown === frameName(parts)) return
          shown = frameName(parts)
          put(path)
          onPut()
        },
      }
    },
  }
}
