import type { Section } from './tables.ts'

/** Rows of which there is no more to say than their tests. */
function unremarkable(first: number, last: number): Section['rows'] {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return Object.fromEntries(numbers.map((number) => [`M-${String(number).padStart(3, '0')}`, {}]))
}

/** The sections of the mission’s table, and what the titles of the tests cannot say. */
export const MISSION: readonly Section[] = [
  {
    title: 'A: product',
    rows: {
      ...unremarkable(1, 13),
      'M-005': { elsewhere: [['tests/support/content/mistaken-content.ts', 'W-ROSTER']] },
      'M-010': {
        note: 'a missing string does not compile, so that none can fall back to English and no metric counts it',
      },
      'M-011': {
        note: 'an undated one is of its first import, not of the first day (decision 93)',
        elsewhere: [['tests/support/content/mistaken-content.ts', 'E-DATE-START']],
      },
    },
  },
  {
    title: 'B: routes',
    rows: {
      ...unremarkable(101, 115),
      'M-114': { note: 'each author must have both texts, so that nothing has to be made up' },
    },
  },
  {
    title: 'C: categories',
    rows: {
      ...unremarkable(130, 136),
    },
  },
  {
    title: 'D: shell',
    rows: {
      ...unremarkable(201, 220),
      ...unremarkable(240, 248),
      'M-241': { note: 'at most 20 links stand on a page; more are said to the editor' },
      'M-244': { note: '`nofollow` cannot be switched off: nobody has asked for it' },
    },
  },
  {
    title: 'E: entities',
    rows: {
      ...unremarkable(301, 319),
      'M-314': { note: 'the specification names none, so the list is empty' },
      'M-319': {
        note: 'slips are off unless switched on: imitating human mistakes would deceive readers',
      },
    },
  },
  {
    title: 'F: states',
    rows: {
      ...unremarkable(401, 414),
      'M-411': {
        note: 'parts that only an island wants are tried again, and send nobody anywhere',
      },
    },
  },
  {
    title: 'G: validation',
    rows: {
      ...unremarkable(501, 512),
      ...unremarkable(601, 603),
      'M-506': {
        note: 'a title that begins with the text comes first, and no order of Meilisearch comes in, so that both engines list alike',
      },
      'M-508': {
        note: 'instead of one guess, up to five similar titles stand apart, each with its reason; a search in vain leads to terms that are spelled much like what was typed',
      },
      'M-510': {
        note: '120 ms instead of 150: the answer is there sooner, and a fast typist still asks once',
      },
    },
  },
  {
    title: 'H: roles',
    rows: {
      ...unremarkable(610, 611),
    },
  },
  {
    title: 'I: calls',
    rows: {
      ...unremarkable(701, 709),
    },
  },
  {
    title: 'J: errors',
    rows: {
      ...unremarkable(801, 810),
      'M-803': {
        note: 'the waits are about 0.3, 1 and 3 s; without a network nothing is asked again, as the document says so at once',
      },
    },
  },
  {
    title: 'K: constants',
    rows: {
      ...unremarkable(901, 914),
    },
  },
]
