import { createElement, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import type { Page } from '#shared/contracts/page.ts'
import { Main } from '../components/Main.tsx'
import type { Strings } from '../strings/strings.ts'

/** `<main>`, and what React renders into it. */
export interface Scene {
  main: HTMLElement
  root: Root
}

/** @param first what the document came with */
export function createStage(first: Scene, strings: Strings) {
  let shown = first
  let prepared: (Scene & { page: Page; content: ReturnType<typeof contentOf> }) | undefined

  const contentOf = (page: Page) => createElement(Main, { page, strings })

  return {
    /**
     * Makes a page that its reader is likely to click, out of sight and bit by bit: to show it is
     * then to put it into the document, which on a cheap phone takes half as long.
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
    /** Puts a page into the document, at once. */
    show(page: Page) {
      if (prepared?.page !== page) {
        return flushSync(() => shown.root.render(contentOf(page)))
      }
      const { main, root, content } = prepared
      prepared = undefined
      // What is left of it: of content that React has rendered already, nothing.
      flushSync(() => root.render(content))
      const former = shown
      shown = { main, root }
      former.main.replaceWith(main)
      // Nobody sees it any more, so it need not hold up the new page.
      setTimeout(() => former.root.unmount())
    },
  }
}
