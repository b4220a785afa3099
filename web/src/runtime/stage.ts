import { createElement, startTransition } from 'react'
import { flushSync } from 'react-dom'
import type { Page } from '#shared/contracts/page.ts'
import { createRoot, type Root } from '../browser/react-root.ts'
import { Main } from '../pages/Main.tsx'
import type { Strings } from '../strings/strings.ts'

/** `<main>`, and what React renders into it. */
export interface Scene {
  main: HTMLElement
  root: Root
}

/** @param first the main element and root that the document came with */
export function createStage(first: Scene, strings: Strings) {
  let shown = first
  let prepared: (Scene & { page: Page; content: ReturnType<typeof contentOf> }) | undefined

  const contentOf = (page: Page) => createElement(Main, { page, strings })

  return {
    /**
     * Renders a page that the reader is likely to open, outside the document and in small steps.
     * Showing it then only inserts it, which takes half as long on a cheap phone.
     */
    prepare(page: Page): void {
      if (prepared?.page === page) return
      prepared?.root.unmount()
      const main = shown.main.cloneNode()
      if (!(main instanceof HTMLElement)) return
      const root = createRoot(main)
      const content = contentOf(page)
      prepared = { page, content, main, root }
      startTransition(() => root.render(content))
    },
    /** Puts a page into the document, synchronously. */
    show(page: Page) {
      if (prepared?.page !== page) {
        return flushSync(() => shown.root.render(contentOf(page)))
      }
      const { main, root, content } = prepared
      prepared = undefined
      // Finishes a rendering that is still incomplete; React skips what it has rendered.
      flushSync(() => root.render(content))
      const former = shown
      shown = { main, root }
      former.main.replaceWith(main)
      // Later, because unmounting what is no longer visible must not delay the new page.
      setTimeout(() => former.root.unmount())
    },
  }
}
