import { ContentError } from '../../../services/content/folder/content-problem.ts'
import { type ContentTree, readTree } from '../../../services/content/folder/read-content.ts'
import { isWhole } from '../../../services/content/folder/read-site-files.ts'
import type { Locale } from '../../../services/shared/contracts/primitives.ts'

/**
 * Reads a content folder and accepts no problems.
 *
 * @throws {ContentError} with all problems that {@link readTree} finds
 */
export async function readContent(folder: string, locale: Locale): Promise<ContentTree> {
  const { tree, problems } = await readTree(folder, locale)
  if (problems.length > 0 || !isWhole(tree)) throw new ContentError(problems)
  return tree
}
