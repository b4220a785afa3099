import { TrustedHtml } from './TrustedHtml.tsx'

/**
 * The chart of the first article on the home page, which is explained where the article has it.
 *
 * @param drawings SVG that the content service has drawn
 */
export const LeadChart = ({ drawings }: { drawings: string }) => (
  <TrustedHtml className="card-chart chart" html={drawings} aria-hidden />
)
