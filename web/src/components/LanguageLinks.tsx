import type { SisterSite } from '#shared/contracts/site.ts'
import { languageOf } from '#shared/text/language-tag.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

interface LanguageLinksProps {
  sisters: readonly SisterSite[]
  /** The path of the page in the other languages. */
  path: string
  /** The paths by language, where they differ. */
  paths: Readonly<Record<string, string>> | undefined
}

/** The same page in other languages, each by the name that its readers know. */
export function LanguageLinks({ sisters, path, paths }: LanguageLinksProps) {
  const strings = useStrings()
  const links = sisters.map(({ locale, languageName: title, address }) => {
    const lang = languageOf(locale)
    return { title, path: address + (paths?.[lang] ?? path), lang }
  })
  return (
    <nav aria-label={strings.otherLanguages}>
      <LinkList className="link-list language-links" links={links} />
    </nav>
  )
}
