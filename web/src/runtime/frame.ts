import { type FrameParts, frameName } from '#shared/text/frame-name.ts'
import type { Strings } from '../strings/strings.ts'
import type { SharedData } from './load-shared.ts'

/** Another header and footer than the document shows. */
export interface NewFrame {
  /** Puts them around a page. */
  put(path: string): void
}

export interface FrameKeeper {
  /** Whether the document shows the header and footer of a page, or the page says nothing of them. */
  isShown(parts: FrameParts): boolean
  /**
   * Makes ready to show others.
   *
   * @throws when the code for it cannot be had, or the slices are of another build
   */
  make(parts: FrameParts, slices: SharedData, staticQueries: SharedData): Promise<NewFrame>
}

/**
 * Header and footer are HTML that nobody takes over, and stay when pages change. Where a page names
 * others, because an editor has changed the menu meanwhile, they are made anew; the code that does
 * this is fetched only then.
 *
 * @param name of those that the document came with
 * @param onPut called when they have been put into the document
 */
export function keepFrame(name: string, strings: Strings, onPut: () => void): FrameKeeper {
  let shown = name
  return {
    isShown: (parts) => ['', shown].includes(frameName(parts)),
    async make(parts, slices, staticQueries) {
      const { prepareFrame } = await import('../frame/prepare-frame.ts')
      const put = prepareFrame(slices, staticQueries, strings)
      return {
        put(path) {
          if (shown === frameName(parts)) return
          shown = frameName(parts)
          put(path)
          onPut()
        },
      }
    },
  }
}
