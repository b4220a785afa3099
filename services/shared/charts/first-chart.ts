const DRAWINGS = /<svg class="chart-wide"[\s\S]*?<\/svg><svg class="chart-narrow"[\s\S]*?<\/svg>/

/**
 * The drawings of the first chart in a text, for wide windows and for phones; `undefined` where no
 * table is drawn.
 *
 * @param html as `renderMarkdown` makes it, in which only charts are SVG
 */
export const firstChart = (html: string): string | undefined =>
  html.includes('<svg class="chart-wide"') ? DRAWINGS.exec(html)?.[0] : undefined
