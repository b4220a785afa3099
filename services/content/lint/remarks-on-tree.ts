import type { ContentProblem } from '../folder/content-problem.ts'
import type { PartialTree } from '../folder/read-content.ts'
import {
  type KnownTexts,
  remarkOnRepeat,
  remarksOnLength,
  textPlace,
  textsOfTree,
} from './search-texts.ts'

const FEWEST_AUTHORS = 40
const MOST_AUTHORS = 60

/** What should be improved in files other than articles and ads. */
export const remarksOnTree = (tree: PartialTree, known: KnownTexts): ContentProblem[] => [
  ...remarksOnRoster(tree),
  ...textsOfTree(tree).flatMap(({ file, locate, texts }) =>
    locate(
      texts.flatMap((text) => [
        ...remarksOnLength(text),
        ...remarkOnRepeat(text, textPlace(file, text), known),
      ]),
    ),
  ),
]

function remarksOnRoster({ authors }: PartialTree): ContentProblem[] {
  const count = authors?.value.length ?? 0
  if (!authors || count === 0 || (count >= FEWEST_AUTHORS && count <= MOST_AUTHORS)) return []
  const message = `has ${count} authors: ${FEWEST_AUTHORS} to ${MOST_AUTHORS} are recommended`
  return [{ file: authors.file, line: 1, code: 'W-ROSTER', message }]
}
