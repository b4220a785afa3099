interface LogoProps {
  siteTitle: string
  loading?: 'eager' | 'lazy'
}

export function Logo({ siteTitle, loading = 'eager' }: LogoProps) {
  return (
    <img
      className="logo"
      src="/logo.svg"
      width={72}
      height={72}
      alt={siteTitle}
      loading={loading}
      decoding="async"
      // Words come first; at any other priority React writes a preload link before our markup.
      fetchPriority="low"
    />
  )
}
