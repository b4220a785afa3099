import { hasShape } from '#shared/check-shape.ts'
import type { Reason } from '#shared/errors.ts'
import { slugify } from '#shared/text/slugify.ts'
import { stripLineBreaks } from '#shared/text/strip-line-breaks.ts'
import { termPath } from '../addresses/term-path.ts'
import { parseForm } from '../glossary/glossary.ts'
import type { Term } from '../glossary/term.ts'
import { MAX_TERMS, TermDraft } from './article-draft.ts'

const MAX_DEFINITION = 140

/** Removes line breaks from terms, and forms that are equal to others. */
export const cleanTerms = (drafts: readonly TermDraft[]): Term[] =>
  drafts.map((draft) => {
    const term = onOneLine(draft.term)
    const forms = new Map<string, string>()
    for (const form of [term, ...(draft.also ?? []).map(onOneLine)]) {
      const key = keysOf(form).join()
      if (!forms.has(key)) forms.set(key, form)
    }
    const { definition } = draft
    return {
      term,
      also: [...forms.values()].slice(1),
      ...(definition !== undefined && { definition: onOneLine(definition) }),
    }
  })

const onOneLine = (text: string) => stripLineBreaks(text).replace(/\s+/gu, ' ')

/**
 * What is wrong with terms apart from their shape.
 *
 * @param drafts the value of the field `terms`, of any shape
 */
export function* reasonsAboutTerms(drafts: unknown): Generator<Reason> {
  const owners = new Map<string, number>()
  const pages = new Set<string>()
  const listed: unknown[] = Array.isArray(drafts) ? drafts.slice(0, MAX_TERMS) : []
  for (const [index, draft] of listed.entries()) {
    if (!hasShape(TermDraft, draft)) continue
    const field = `/terms/${index}`
    const [{ term, also, definition = 'none' } = { term: '', also: [] }] = cleanTerms([draft])
    if (definition === '') {
      yield { field: `${field}/definition`, message: 'must have at least one character' }
    } else if (definition.length > MAX_DEFINITION) {
      const message = `must not be longer than ${MAX_DEFINITION} characters: it has ${definition.length}`
      yield { field: `${field}/definition`, message }
    }
    for (const [place, form] of [term, ...also].entries()) {
      const where = place === 0 ? `${field}/term` : `${field}/also`
      const keys = keysOf(form)
      const owner = keys.map((key) => owners.get(key)).find((known) => known !== undefined)
      if (!parseForm(form, 'en_US')) {
        yield { field: where, message: 'must have a letter or a digit in every form' }
      } else if (owner !== undefined && owner !== index) {
        const message = `"${form}" is already a form of another term of this article`
        yield { field: where, message }
      } else if (place === 0 && draft.definition !== undefined) {
        const path = termPath(slugify(form))
        if (pages.has(path)) {
          const message = `"${form}" has the address ${path}, as has another term of this article`
          yield { field: where, message }
        }
        pages.add(path)
      }
      for (const key of keys) owners.set(key, index)
    }
  }
}

/** Two forms with an equal key are one. Both rules of case count, whatever the locale is. */
const keysOf = (form: string) =>
  (['en_US', 'tr_TR'] as const).map((locale) => `${locale} ${parseForm(form, locale)?.key}`)
