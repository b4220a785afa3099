import { ListHeader } from '../components/ListHeader.tsx'
import { TrustedHtml } from '../components/TrustedHtml.tsx'
import { usePageWords } from '../strings/page-words.ts'
import { SAVED_PAGE_WORDS } from '../strings/saved-page.ts'

/** What the reader has saved: `islands/saved/` lists it in place of the sentence. */
export function SavedPage() {
  const words = usePageWords(SAVED_PAGE_WORDS)
  return (
    <>
      <ListHeader title={words.title} description={words.intro} />
      <TrustedHtml className="saved" html={`<p class="needs-script">${words.needsScript}</p>`} />
    </>
  )
}
