import type { MenuItem } from '#shared/contracts/site.ts'
import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface GonePageProps {
  menu: readonly MenuItem[]
}

export function GonePage({ menu }: GonePageProps) {
  const strings = useStrings()
  return <DeadEnd heading={strings.goneHeading} text={strings.goneText} menu={menu} />
}
