import type { Reason } from '#shared/errors.ts'
import type { GenerationFile } from './generation-files.ts'

/** How many sites of each kind a prompt names. */
const SITES = { encyclopedia: 1, reference: 1, social: 2 } as const

/** What no schema can say about `generation.yaml`. */
export function reasonsAboutGeneration({ references, words }: GenerationFile): Reason[] {
  const reasons: Reason[] = []
  for (const [kind, wanted] of Object.entries(SITES)) {
    const found = references.filter((site) => site.kind === kind).length
    if (found !== wanted) {
      reasons.push({
        field: '/references',
        message: `must name ${wanted} of the kind "${kind}", not ${found}`,
      })
    }
  }
  const seen = new Set<string>()
  references.forEach(({ domain }, index) => {
    if (seen.has(domain)) {
      reasons.push({ field: `/references/${index}/domain`, message: `"${domain}" is listed twice` })
    }
    seen.add(domain)
  })
  if (words.to < words.from) {
    reasons.push({ field: '/words/to', message: 'must not be smaller than words.from' })
  }
  return reasons
}
