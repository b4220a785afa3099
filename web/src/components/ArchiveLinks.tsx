import { numberedAddress } from '#shared/addresses/topic-address.ts'
import type { Archive } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { PageLinks } from './PageLinks.tsx'
import { pageWindow } from './page-window.ts'

interface ArchiveLinksProps {
  archive: Archive
  /** Absent on the list's own page, which holds the newest articles. */
  number?: number
}

/** The way through a list: newest first, though its pages are numbered from the oldest. */
export function ArchiveLinks({ archive, number }: ArchiveLinksProps) {
  const strings = useStrings()
  const { base, pages } = archive
  if (pages === 0) return null
  const hrefOf = (page: number) => (page > pages ? base : numberedAddress(base, page))
  const newer = number === undefined ? undefined : number + 1
  const older = number === undefined ? pages : number - 1
  return (
    <PageLinks
      label={strings.archive}
      before={{ text: strings.newer, href: newer === undefined ? undefined : hrefOf(newer) }}
      first={{ text: strings.newest, href: base }}
      numbers={pageWindow(number ?? pages, pages).reverse()}
      hrefOf={hrefOf}
      current={number}
      after={{ text: strings.older, href: older > 0 ? hrefOf(older) : undefined }}
      hint={strings.archiveHint}
    />
  )
}
