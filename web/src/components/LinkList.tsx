import type { Link } from '#shared/contracts/page.ts'

interface LinkListProps {
  /** What leads to an empty page looks so. */
  links: readonly (Link & { isEmpty?: boolean | undefined })[]
  /** The page the list stands on, which it marks as the current one. */
  path?: string
  className?: string
}

export function LinkList({ links, path, className = 'link-list' }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.path}>
          <a
            href={link.path}
            className={link.isEmpty ? 'is-empty' : undefined}
            aria-current={link.path === path ? 'page' : undefined}
          >
            {link.title}
          </a>
        </li>
      ))}
    </ul>
  )
}
