import type { Shell } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'
import { Brand } from './Brand.tsx'
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
        <Brand site={shell.site} path={path} />
        <Menu shell={shell} path={path} />
        <SearchForm label={strings.siteSearch} />
      </div>
    </header>
  )
}
