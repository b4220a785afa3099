import { memoize } from './memoize.ts'

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * @returns a function that picks the form for a count by the language's rules and writes the count
 *   in place of `#`
 */
export function createPlural(languageTag: string) {
  const rules = new Intl.PluralRules(languageTag)
  const numbers = new Intl.NumberFormat(languageTag)
  const describe = memoize((count: number) => ({
    rule: rules.select(count),
    // Older and newer browsers write different spaces between thousands.
    text: numbers.format(count).replaceAll('\u202f', '\u00a0'),
  }))
  return (count: number, forms: PluralForms): string => {
    const { rule, text } = describe(count)
    return (forms[rule] ?? forms.other).replace('#', text)
  }
}
