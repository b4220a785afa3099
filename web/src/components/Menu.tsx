import type { Shell } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'
import { MenuEntries } from './MenuEntries.tsx'

const PANEL_ID = 'site-menu'

interface MenuProps {
  shell: Pick<Shell, 'menu' | 'glossary' | 'hasFacts' | 'hasTools'>
  path: string
}

/**
 * One tree of links for every window and every reader. The style lays it out, and the browser opens
 * it without a script. `islands/menu.ts` adds what the browser leaves out.
 */
export function Menu({ shell, path }: MenuProps) {
  const strings = useStrings()
  const { menu: items, glossary, hasFacts, hasTools } = shell
  const links = [
    ...(glossary ? [glossary] : []),
    ...(hasTools ? [{ title: strings.tools, path: '/tools' }] : []),
    ...(hasFacts ? [{ title: strings.facts, path: '/facts' }] : []),
  ]
  return (
    <nav className="menu" aria-label={strings.mainNavigation}>
      <button
        type="button"
        className="menu-button"
        popoverTarget={PANEL_ID}
        aria-controls={PANEL_ID}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 6.5h18M3 12h18M3 17.5h12" />
        </svg>
        <span className="narrow-only">{strings.menu}</span>
        <span className="wide-only">{strings.order}</span>
      </button>
      <div id={PANEL_ID} className="menu-panel" popover="auto">
        <ul className="menu-list">
          <MenuEntries items={items} path={path} group="menu-group" inner="menu-topics" />
          {links.map((link) => (
            <li key={link.path}>
              <a href={link.path} aria-current={link.path === path ? 'page' : undefined}>
                {link.title}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {/* For windows that are wide enough; the style hides it in others. */}
      <LinkList
        className="category-bar"
        links={items.map(({ key, label }) => ({ path: key, title: keepSmallWords(label) }))}
        path={path}
      />
    </nav>
  )
}

/**
 * Keeps a short word such as `and` on the same line as the next word. All others have a line of
 * their own there, so that five names fit in every language.
 */
const keepSmallWords = (label: string) => label.replace(/ (\S{1,3}) /gu, ' $1\u00a0')
