import { useMemo } from 'react'
import { trustedHtml } from '../browser/trusted-html.ts'
import { BODY_ELEMENT_ID } from './body-html.ts'

interface BodyHtmlProps {
  /** Made by our own Markdown renderer, with raw HTML off. */
  html: string
}

export function BodyHtml({ html }: BodyHtmlProps) {
  const trusted = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  return (
    <div
      id={BODY_ELEMENT_ID}
      className="prose"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one HTML string of a page model
      dangerouslySetInnerHTML={trusted}
      suppressHydrationWarning
    />
  )
}
