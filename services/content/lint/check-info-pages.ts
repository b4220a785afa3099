import type { ContentProblem } from '../folder/content-problem.ts'
import type { PartialTree } from '../folder/read-content.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { checkText } from './check-text.ts'
import { remarksOnText } from './remarks-on-text.ts'
import type { SiteAddresses } from './site-addresses.ts'

/** Errors in the texts of info pages, and remarks on them. */
export async function checkInfoPages(
  { info, locale }: PartialTree,
  addresses: SiteAddresses,
): Promise<ContentProblem[]> {
  const found: ContentProblem[] = []
  for (const { value, locate } of info) {
    const { outline } = renderMarkdown(value.body, value.title, locale)
    const reasons = await checkText(value.body, outline, value.path, addresses)
    found.push(...locate([...reasons, ...remarksOnText(outline, locale)]))
  }
  return found
}
