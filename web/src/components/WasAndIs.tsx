import type { Correction } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { DateTime } from './DateTime.tsx'

/** A mistake that readers were shown, and what stands there now. */
export function WasAndIs({ on, was, is }: Correction) {
  const strings = useStrings()
  return (
    <>
      <DateTime instant={on} />
      <p>
        {strings.itSaid} <del>{was}</del>
      </p>
      <p>
        {strings.itSaysNow} <ins>{is}</ins>
      </p>
    </>
  )
}
