import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { MAX_LEADS } from '../library/article-at-path.ts'
import type { LinkTargets } from './check-text.ts'
import { FEED_ADDRESS, FILES } from './site-addresses.ts'

/** An article at the path where readers of another one are to be led. */
interface Successor {
  /** Where it is now. */
  path: PagePath
  isThere: boolean
  /** Where it leads on, now or once it has expired. */
  next: PagePath | undefined
}

export interface SuccessorTargets extends Pick<LinkTargets, 'has' | 'nearest'> {
  successorAt(path: PagePath): Successor | undefined | Promise<Successor | undefined>
}

/**
 * Why readers of an article cannot be led to a path once it is withdrawn: nothing is there, or it leads
 * back.
 */
export async function reasonsAgainstSuccessor(
  field: string,
  { to, from }: { to: PagePath; from: PagePath },
  targets: SuccessorTargets,
): Promise<CodedReason[]> {
  const refuse = (message: string): CodedReason[] => [{ field, code: 'E-LINK-INT', message }]
  if (to === from) return refuse('leads to the article itself: name another page')
  const isPage = !FILES.has(to) && !FEED_ADDRESS.test(to) && to !== NOT_FOUND_PATH
  const there = isPage && targets.has(to)
  if (there === undefined) return []
  if (!there) {
    const near = await targets.nearest(to)
    const hint = near === undefined ? 'name one that is' : `did you mean "${near}"?`
    return refuse(`leads to "${to}", and there is no such page; ${hint}`)
  }
  let path: PagePath | undefined = to
  for (let step = 0; step < MAX_LEADS && path !== undefined; step++) {
    const found: Successor | undefined = await targets.successorAt(path)
    // A page that is no article, or an article that stays.
    if (!found || (found.isThere && found.next === undefined)) return []
    if (found.path === from || found.next === from) {
      return refuse(`leads to "${to}", which leads back to this article: name a page that stays`)
    }
    path = found.next
  }
  return refuse(`leads to "${to}", which leads nowhere in the end: name a page that stays`)
}
