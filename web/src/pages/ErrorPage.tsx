import type { MenuItem } from '#shared/contracts/site.ts'
import { WaysOn } from '../components/WaysOn.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface ErrorPageProps {
  menu: readonly MenuItem[]
}

export function ErrorPage({ menu }: ErrorPageProps) {
  const strings = useStrings()
  return (
    <div className="dead-end">
      <h1>{strings.errorHeading}</h1>
      <p className="standfirst">{strings.errorText}</p>
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: empty is this very address, whatever it is */}
        <a className="button" href="">
          {strings.tryAgain}
        </a>
      </p>
      <WaysOn menu={menu} />
    </div>
  )
}
