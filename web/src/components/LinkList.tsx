import type { Link } from '#shared/contracts/page.ts'

interface ListedLink extends Link {
  rel?: string
  /** The language of the linked page, if it differs from that of this page. */
  lang?: string
  /** Whether the other page is empty: then nothing leads there. */
  isEmpty?: boolean | undefined
}

interface LinkListProps {
  links: readonly ListedLink[]
  /** The path of this page; a link to it is marked as the current one. */
  path?: string
  className?: string
  /** The accessible name of the list, where no heading names it. */
  label?: string
}

export function LinkList({ links, path: here, className = 'link-list', label }: LinkListProps) {
  return (
    <ul className={className} aria-label={label}>
      {links.map(({ title, path, rel, lang, isEmpty }) => (
        <li key={path}>
          {isEmpty ? (
            <span>{title}</span>
          ) : (
            <a
              href={path}
              rel={rel}
              hrefLang={lang}
              lang={lang}
              aria-current={path === here ? 'page' : undefined}
            >
              {title}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
