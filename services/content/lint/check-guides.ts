import type { Guide } from '#shared/contracts/guide.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { LinkTargets } from './check-text.ts'

/** Guides whose articles are not on the site. */
export async function reasonsAgainstGuides(
  guides: readonly Guide[],
  targets: Pick<LinkTargets, 'has' | 'nearest'>,
): Promise<CodedReason[]> {
  const reasons: CodedReason[] = []
  for (const [at, { steps }] of guides.entries()) {
    for (const [place, { article }] of steps.entries()) {
      const path = articlePath(article)
      if (targets.has(path) !== false) continue
      const near = await targets.nearest(path)
      const hint = near === undefined ? 'take the step away' : `did you mean "${near}"?`
      const message = `there is no article "${article}": ${hint}`
      reasons.push({ field: `/${at}/steps/${place}/article`, code: 'E-LINK-INT', message })
    }
  }
  return reasons
}
