type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * @returns a function that picks the form for a count by the language's rules and writes the count
 *   in place of `#`
 */
export function createPlural(languageTag: string) {
  const rules = new Intl.PluralRules(languageTag)
  const numbers = new Intl.NumberFormat(languageTag)
  return (count: number, forms: PluralForms): string => {
    const form = forms[rules.select(count)] ?? forms.other
    // The kind of narrow space between thousands depends on the age of the browser.
    return form.replace('#', numbers.format(count).replaceAll('\u202f', '\u00a0'))
  }
}
