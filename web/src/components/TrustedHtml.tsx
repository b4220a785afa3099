import { useMemo } from 'react'
import { trustedHtml } from '../browser/trusted-html.ts'

interface TrustedHtmlProps {
  id?: string
  className: string
  /** Made by our own code, from text that it has escaped. */
  html: string
  'aria-hidden'?: boolean
}

/** HTML that a server of ours has made. */
export function TrustedHtml({ html, ...attributes }: TrustedHtmlProps) {
  const trusted = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  return (
    <div
      {...attributes}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML strings of a page model
      dangerouslySetInnerHTML={trusted}
      suppressHydrationWarning
    />
  )
}
