import type { MenuItem } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'

interface MenuEntriesProps {
  items: readonly MenuItem[]
  path: string
  /** Of what opens on this level, one at a time. */
  group: string
  /** The same of the level below. */
  inner: string
}

/** What stands in a list of the menu. What has a list of its own opens it, and `More` leads there. */
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
