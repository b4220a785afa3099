import type { Link } from '#shared/contracts/page.ts'

interface ListedLink extends Link {
  rel?: string
  /** The language of the page that it leads to, where that is another one. */
  lang?: string
  /** What leads to an empty page looks so. */
  isEmpty?: boolean | undefined
}

interface LinkListProps {
  links: readonly ListedLink[]
  /** The page the list stands on, which it marks as the current one. */
  path?: string
  className?: string
  /** What the links are, where no heading says it. */
  label?: string
}

export function LinkList({ links, path: here, className = 'link-list', label }: LinkListProps) {
  return (
    <ul className={className} aria-label={label}>
      {links.map(({ title, path, rel, lang, isEmpty }) => (
        <li key={path}>
          <a
            href={path}
            rel={rel}
            hrefLang={lang}
            lang={lang}
            className={isEmpty ? 'is-empty' : undefined}
            aria-current={path === here ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
