import type { Link } from '#shared/contracts/page.ts'

interface LinkListProps {
  links: readonly Link[]
  /** The page the list stands on, which it marks as the current one. */
  path?: string
  className?: string
}

export function LinkList({ links, path, className = 'link-list' }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map((link) => (
        <li key={link.path}>
          <a href={link.path} aria-current={link.path === path ? 'page' : undefined}>
            {link.title}
          </a>
        </li>
      ))}
    </ul>
  )
}
