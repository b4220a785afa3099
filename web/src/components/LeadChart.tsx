import { useMemo } from 'react'
import { trustedHtml } from '../browser/trusted-html.ts'

/** The chart of the first article on the home page, which is explained where the article has it. */
export function LeadChart({ drawings }: { drawings: string }) {
  const trusted = useMemo(() => ({ __html: trustedHtml(drawings) }), [drawings])
  return (
    <div
      className="card-chart chart"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: SVG that the content service has drawn
      dangerouslySetInnerHTML={trusted}
      suppressHydrationWarning
    />
  )
}
