import { closestTo } from '../browser/closest-to.ts'
import { keyOf, type PageTarget, targetOf } from './addresses.ts'

/** The properties that decide whether the runtime or the browser handles a click. */
export interface LinkClick {
  button: number
  hasModifier: boolean
  isPrevented: boolean
  link: { href: string; target: string; isDownload: boolean } | undefined
}

/**
 * The page of this site that a click leads to; `undefined` for clicks that the browser handles.
 *
 * @param here the whole address of the page that is shown
 */
export function pageOfClick(click: LinkClick, here: string): PageTarget | undefined {
  const { link } = click
  if (!link || click.button !== 0 || click.hasModifier || click.isPrevented) return undefined
  if (link.isDownload || (link.target !== '' && link.target !== '_self')) return undefined
  const target = targetOf(link.href, here)
  const current = targetOf(here, here)
  const isPlaceOnPage = target?.hash && current && keyOf(target) === keyOf(current)
  return isPlaceOnPage ? undefined : target
}

/** Handles clicks on all links, also those in the text of articles, without a new document. */
export function watchClicks(onTarget: (target: PageTarget) => void): void {
  document.addEventListener('click', (event) => {
    const target = pageOfClick(readClick(event), location.href)
    if (!target) return
    event.preventDefault()
    onTarget(target)
  })
}

function readClick(event: MouseEvent): LinkClick {
  const link = closestTo<HTMLAnchorElement>(event, 'a[href]')
  return {
    button: event.button,
    hasModifier: event.metaKey || event.altKey || event.ctrlKey || event.shiftKey,
    isPrevented: event.defaultPrevented,
    link: link
      ? { href: link.href, target: link.target, isDownload: link.hasAttribute('download') }
      : undefined,
  }
}
