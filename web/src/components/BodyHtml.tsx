import { BODY_ELEMENT_ID } from './body-html.ts'
import { TrustedHtml } from './TrustedHtml.tsx'

/** @param html made by our own Markdown renderer, with raw HTML off */
export const BodyHtml = ({ html }: { html: string }) => (
  <TrustedHtml id={BODY_ELEMENT_ID} className="prose" html={html} />
)
