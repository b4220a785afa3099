import { expect, test } from 'vitest'
import { groupBySubject } from './group-by-subject.ts'

const factAbout = (fact: string, subject?: string) => ({
  fact,
  title: fact,
  ...(subject !== undefined && { subject }),
  values: [{ from: '2026-01-01', is: '$1' }],
})

/** Each group as its id, its title and the names of its facts. */
const grouped = (...facts: ReturnType<typeof factAbout>[]) =>
  groupBySubject(facts).map(({ subject, facts: members }) => [
    subject?.id,
    subject?.title,
    ...members.map(({ fact }) => fact),
  ])

test('subjects stand where they first appear, their facts in the order of the file', () => {
  expect(
    grouped(
      factAbout('a', 'Cars'),
      factAbout('b', 'Home loans'),
      factAbout('c', 'Cars'),
      factAbout('d', 'Home loans'),
    ),
  ).toEqual([
    ['subject_cars', 'Cars', 'a', 'c'],
    ['subject_home-loans', 'Home loans', 'b', 'd'],
  ])
})

test('facts without a subject are last, wherever they stand in the file', () => {
  expect(grouped(factAbout('a'), factAbout('b', 'Налоги'), factAbout('c'))).toEqual([
    ['subject_nalogi', 'Налоги', 'b'],
    [undefined, undefined, 'a', 'c'],
  ])
  expect(grouped(factAbout('a'))).toEqual([[undefined, undefined, 'a']])
  expect(grouped()).toEqual([])
})
