import type { ErrorPage as ErrorPageModel } from '#shared/contracts/page.ts'
import type { MenuItem } from '#shared/contracts/site.ts'
import { WaysOn } from '../components/WaysOn.tsx'
import { useStrings } from '../strings/strings-context.ts'

interface ErrorPageProps {
  page: ErrorPageModel
  menu: readonly MenuItem[]
}

export function ErrorPage({ page, menu }: ErrorPageProps) {
  const strings = useStrings()
  return (
    <div className="dead-end">
      <h1>{strings.errorHeading}</h1>
      <p className="standfirst">{strings.errorText}</p>
      <p>
        <a className="button" href={page.path}>
          {strings.tryAgain}
        </a>
      </p>
      <WaysOn menu={menu} />
    </div>
  )
}
