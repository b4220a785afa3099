import type { SisterSite } from '#shared/contracts/site.ts'
import { languageOf } from '#shared/text/language-tag.ts'
import { useStrings } from '../strings/strings-context.ts'

interface LanguageLinksProps {
  sisters: readonly SisterSite[]
  /** The page there. */
  path: string
  /** The same by language, where it is another. */
  paths: Readonly<Record<string, string>> | undefined
}

/** The same page in other languages, each by the name that its readers know. */
export function LanguageLinks({ sisters, path, paths }: LanguageLinksProps) {
  const strings = useStrings()
  return (
    <nav aria-label={strings.otherLanguages}>
      <ul className="link-list language-links">
        {sisters.map(({ locale, languageName, address }) => {
          const language = languageOf(locale)
          return (
            <li key={locale}>
              <a href={address + (paths?.[language] ?? path)} hrefLang={language} lang={language}>
                {languageName}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
