import { expect, test } from 'vitest'
import { otherNames } from './other-names.ts'

test.each([
  ['Bond', ['bonds', 'fixed-income security'], ['fixed-income security']],
  ['Exchange-traded fund', ['exchange-traded funds', 'ETF', 'ETFs'], ['ETF', 'ETFs']],
  ['Duration', ['interest rate risk'], ['interest rate risk']],
  ['Interest rate', ['interest rate risk', 'rate'], ['interest rate risk', 'rate']],
  ['Облигация', ['облигации', 'облигациями', 'бонд'], ['бонд']],
  ['Налоговый вычет', ['налогового вычета', 'налоговыми вычетами', 'вычет'], ['вычет']],
  ['Asgari ödeme', ['asgari ödemenin', 'asgari ödemeyi', 'en az ödeme'], ['en az ödeme']],
  ['Bank', ['bond'], ['bond']],
  // Four letters are an ending, five are not.
  ['Option', ['optionabcd', 'optionabcde'], ['optionabcde']],
])('the other names of %s among %j are %j', (term, forms, names) => {
  expect(otherNames(term, forms)).toEqual(names)
})
