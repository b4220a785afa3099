import type { GonePage as GonePageModel } from '#shared/contracts/page.ts'
import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface GonePageProps {
  page: GonePageModel
}

export function GonePage({ page }: GonePageProps) {
  const strings = useStrings()
  const { goneHeading, goneText } = strings
  return <DeadEnd heading={goneHeading} text={goneText} categories={page.categories} />
}
