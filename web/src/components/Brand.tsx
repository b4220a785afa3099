import type { Shell } from '#shared/contracts/site.ts'

interface BrandProps {
  site: Shell['site']
  path: string
  loading?: 'eager' | 'lazy'
}

/** The site's logo and name, which lead to the home page. */
export function Brand({ site, path, loading = 'eager' }: BrandProps) {
  return (
    <a className="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
      <img
        className="logo"
        src="/logo.svg"
        width={72}
        height={72}
        alt={site.title}
        loading={loading}
        decoding="async"
        // Words come first; at any other priority React writes a preload link before our markup.
        fetchPriority="low"
      />
      <span className="brand-name" aria-hidden="true">
        {site.title}
      </span>
    </a>
  )
}
