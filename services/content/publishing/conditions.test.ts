import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenArticle } from '../../../tests/support/content/written-article.ts'
import { entityTag } from '../editions/entity-tag.ts'
import { conditionRefusal } from './conditions.ts'

const NOW = entityTag(writtenArticle())

const refused = expect.objectContaining({ code: 'precondition-failed' })

describe('an edit', () => {
  test.each([
    ['the tag of now', NOW, NOW],
    ['anything that exists', '*', NOW],
    ['one of several tags', `"other", ${NOW}`, NOW],
    ['a tag without the quotes that a shell takes away', NOW.slice(1, -1), NOW],
  ])('may be made with %s', (_name, condition, current) => {
    expect(conditionRefusal({ 'if-match': condition }, current)).toBeUndefined()
  })

  test.each([NOW, undefined])(
    'needs a condition, unless it is a dry run, where the tag is %s',
    (current) => {
      expect(conditionRefusal({}, current)).toMatchObject({ code: 'precondition-required' })
      expect(conditionRefusal({ dryRun: false }, current)).toMatchObject({
        code: 'precondition-required',
      })
      expect(conditionRefusal({ dryRun: true }, current)).toBeUndefined()
    },
  )

  test.each([
    ['an older tag', '"other"', NOW],
    ['a tag that only begins alike', `${NOW.slice(0, -1)}0"`, NOW],
    ['a weak tag', `W/${NOW}`, NOW],
    ['an older tag without quotes', 'other', NOW],
    ['an empty condition', '', NOW],
    ['a tag of something that does not exist', NOW, undefined],
    ['anything, where nothing exists', '*', undefined],
  ])('is refused with %s', (_name, condition, current) => {
    expect(conditionRefusal({ 'if-match': condition }, current)).toEqual(refused)
  })

  test.each([
    ['*', undefined, undefined],
    ['"other"', NOW, undefined],
    ['*', NOW, refused],
    [NOW, NOW, refused],
    [`"other", ${NOW}`, NOW, refused],
  ])('with If-None-Match %s, where the tag is %s', (condition, current, wanted) => {
    expect(conditionRefusal({ 'if-none-match': condition }, current)).toEqual(wanted)
  })

  test('is refused with the current tag', () => {
    expect(conditionRefusal({ 'if-match': '"other"' }, NOW)?.message).toContain(NOW)
  })
})

/** What an editor does: read, or save one of a few texts under the condition of what was read. */
const step = fc.record({
  editor: fc.nat(3),
  text: fc.option(fc.nat(4), { nil: undefined }),
  /** Whether it shares a transaction, and so its answer, with the step before. */
  sharesTransaction: fc.boolean(),
})

test('in 10,000 random orders of reading and saving, each save replaces only the version that its editor has read [F48]', () => {
  const orders = fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
    let stored = writtenArticle()
    /** By editor: the text that was read or saved last, with its tag as it was answered. */
    const seen = new Map<number, { text: string; tag: string }>()
    let answers: (() => void)[] = []
    for (const { editor, text, sharesTransaction } of steps) {
      if (!sharesTransaction) {
        for (const answer of answers) answer()
        answers = []
      }
      const known = seen.get(editor)
      if (text === undefined || known === undefined) {
        seen.set(editor, { text: stored.body_markdown, tag: entityTag(stored) })
        continue
      }
      const refusal = conditionRefusal({ 'if-match': known.tag }, entityTag(stored))
      expect(refusal === undefined).toBe(known.text === stored.body_markdown)
      if (refusal) continue
      stored = writtenArticle({ body_markdown: String(text) })
      const saved = { text: String(text), tag: entityTag(stored) }
      answers.push(() => seen.set(editor, saved))
    }
  })
  fc.assert(orders, { numRuns: 10_000 })
})
