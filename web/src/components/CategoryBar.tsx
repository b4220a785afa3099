import type { MenuItem } from '#shared/contracts/site.ts'

interface CategoryBarProps {
  items: readonly MenuItem[]
  path: string
}

/**
 * The categories beside the menu's button, for windows that are wide enough; the style hides it in
 * others. Each word has a line of its own, so that five names fit in every language.
 */
export function CategoryBar({ items, path }: CategoryBarProps) {
  return (
    <ul className="category-bar">
      {items.map(({ key, label }) => (
        <li key={key}>
          <a href={key} aria-current={key === path ? 'page' : undefined}>
            {keepSmallWords(label)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Keeps a short word such as `and` on the same line as the next word. */
const keepSmallWords = (label: string) => label.replace(/ (\S{1,3}) /gu, ' $1\u00a0')
