import type { MenuItem } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'

interface MenuEntriesProps {
  items: readonly MenuItem[]
  path: string
  /** The name of the groups on this level, of which only one is open at a time. */
  group: string
  /** The name of the groups on the level below. */
  inner: string
}

/**
 * The entries of a list in the menu. A group opens its own list, whose `More` links to its page.
 */
export function MenuEntries({ items, path, group, inner }: MenuEntriesProps) {
  const strings = useStrings()
  const current = (key: string) => (key === path ? 'page' : undefined)
  return items.map(({ key, label, children }) => (
    <li key={key}>
      {children ? (
        <details className={group} name={group}>
          <summary>{label}</summary>
          <ul>
            <MenuEntries items={children} path={path} group={inner} inner={inner} />
            <li>
              <a className="menu-more" href={key} aria-current={current(key)}>
                {strings.more}
                <span className="visually-hidden">{`: ${label}`}</span>
              </a>
            </li>
          </ul>
        </details>
      ) : (
        <a href={key} aria-current={current(key)}>
          {label}
        </a>
      )}
    </li>
  ))
}
