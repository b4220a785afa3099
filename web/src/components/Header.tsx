import type { Shell } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Logo } from './Logo.tsx'
import { Menu } from './Menu.tsx'
import { SearchForm } from './SearchForm.tsx'

interface HeaderProps {
  shell: Shell
  path: string
}

export function Header({ shell, path }: HeaderProps) {
  const strings = useStrings()
  return (
    <header className="site-header">
      <div className="wrap site-header-row">
        <a className="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
          <Logo siteTitle={shell.site.title} />
          <span className="brand-name" aria-hidden="true">
            {shell.site.title}
          </span>
        </a>
        <Menu items={shell.menu} glossary={shell.glossary} path={path} />
        <SearchForm label={strings.siteSearch} />
      </div>
    </header>
  )
}
