import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'
import { openGroupsOnHover } from './open-groups-on-hover.ts'

const PANEL_ID = 'site-menu'

interface MenuProps {
  items: readonly MenuItem[]
  path: string
}

/** One tree of links for every window and every reader; the browser opens it without our help. */
export function Menu({ items, path }: MenuProps) {
  const strings = useStrings()
  const panel = useRef<HTMLDivElement>(null)
  // Until React is here the browser tells the state of the button itself.
  const [isOpen, setOpen] = useState<boolean>()

  useEffect(() => {
    setOpen(isPopoverOpen(panel.current))
    return panel.current ? openGroupsOnHover(panel.current) : undefined
  }, [])

  const closeAfterLink = (event: MouseEvent<HTMLElement>) => {
    const isLink = event.target instanceof Element && event.target.closest('a')
    if (isLink && isPopoverOpen(panel.current)) panel.current?.hidePopover()
  }

  return (
    <nav className="menu" aria-label={strings.mainNavigation}>
      <button
        type="button"
        className="menu-button"
        popoverTarget={PANEL_ID}
        aria-controls={PANEL_ID}
        aria-expanded={isOpen}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 6.5h18M3 12h18M3 17.5h12" />
        </svg>
        <span className="narrow-only">{strings.menu}</span>
        <span className="wide-only">{strings.order}</span>
      </button>
      {/* biome-ignore lint/a11y: the links inside are what keyboards reach; clicks only bubble up */}
      <div
        ref={panel}
        id={PANEL_ID}
        className="menu-panel"
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={closeAfterLink}
      >
        <ul className="menu-list">
          {items.map((item) => (
            <li key={item.key}>
              {item.children ? (
                <details className="menu-group" name="site-menu-group">
                  <summary>{item.label}</summary>
                  <ul>
                    {item.children.map((leaf) => (
                      <li key={leaf.key}>
                        <a href={leaf.key} aria-current={leaf.key === path ? 'page' : undefined}>
                          {leaf.label}
                        </a>
                      </li>
                    ))}
                    <li>
                      <a
                        className="menu-more"
                        href={item.key}
                        aria-label={strings.moreOf(item.label)}
                        aria-current={item.key === path ? 'page' : undefined}
                      >
                        {strings.more}
                      </a>
                    </li>
                  </ul>
                </details>
              ) : (
                <a href={item.key} aria-current={item.key === path ? 'page' : undefined}>
                  {item.label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

function isPopoverOpen(element: Element | null): boolean {
  try {
    return element?.matches(':popover-open') ?? false
  } catch {
    // A browser without popovers does not know the selector; there the links stand open.
    return false
  }
}
