import { WaysOn } from '../components/WaysOn.tsx'
import { useStrings } from '../strings/strings-context.ts'
import type { PageProps } from './page-props.ts'

export function ErrorPage({ page }: PageProps<'error'>) {
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
      <WaysOn categories={page.categories} />
    </div>
  )
}
