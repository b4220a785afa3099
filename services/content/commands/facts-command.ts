import { parseEnv } from '#shared/config.ts'
import { LOCALES, type Locale } from '#shared/contracts/primitives.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { ContentError } from '../folder/content-problem.ts'
import { readTree } from '../folder/read-content.ts'
import { correctFactTexts, type FileCorrection } from '../lint/correct-fact-texts.ts'
import { type ContentCommand, FolderEnv, readOptions } from './command.ts'

export const factsCommand: ContentCommand = {
  usage: '[options]',
  summary: `lists texts that print another value than the file of facts, and fails if there are any
                     --fix                     writes the values into the texts, and what formulas make of them; nothing else
                     --all-locales             looks at all languages, not only SITE_LOCALE`,
  async run(args) {
    const options = readOptions(args, {
      fix: { type: 'boolean', default: false },
      'all-locales': { type: 'boolean', default: false },
    })
    const { CONTENT_DIR, SITE_LOCALE } = parseEnv(FolderEnv, process.env)
    const locales: readonly Locale[] = options['all-locales'] ? LOCALES : [SITE_LOCALE]
    const done: FileCorrection[] = []
    const left: FileCorrection[] = []
    for (const locale of locales) {
      const { tree, problems } = await readTree(CONTENT_DIR, locale)
      if (!tree.facts) throw new ContentError(problems.filter(({ file }) => /^facts\//.test(file)))
      const found = await correctFactTexts(tree, new Date(), { write: options.fix })
      done.push(...found.done)
      left.push(...found.left)
    }
    return {
      output: [
        ...done.map(describeCorrection),
        ...left.map((one) => `${describeCorrection(one)}; correct it by hand`),
        outcomeOf(done.length, left.length, options.fix),
      ].join('\n'),
      exitCode: left.length > 0 || (!options.fix && done.length > 0) ? 1 : 0,
    }
  },
}

/** The most characters of a formula that are shown. */
const QUOTED = 60

const describeCorrection = ({ file, line, was, is, address }: FileCorrection) =>
  `${file}:${line}: ${was} → ${is} (${cutAtWord(address, QUOTED)})`

function outcomeOf(done: number, left: number, isFixed: boolean): string {
  const byHand = left > 0 ? `; ${left} to correct by hand` : ''
  if (done === 0)
    return left > 0 ? `nothing was changed${byHand}` : 'all facts are printed as they are'
  const count = `${done} ${done === 1 ? 'number' : 'numbers'}`
  return isFixed
    ? `${count} corrected: read the sentences around them${byHand}`
    : `${count} to correct; nothing was changed: npm run content -- facts --fix${byHand}`
}
