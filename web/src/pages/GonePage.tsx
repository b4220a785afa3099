import { DeadEnd } from '../components/DeadEnd.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function GonePage({ page }: PageProps<'gone'>) {
  const strings = useStrings()
  const { goneHeading, goneText } = strings
  return <DeadEnd heading={goneHeading} text={goneText} categories={page.categories} />
}
