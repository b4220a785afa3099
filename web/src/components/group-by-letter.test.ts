import { expect, test } from 'vitest'
import { groupByLetter } from './group-by-letter.ts'

test('keeps the order and starts a group at each new letter [M-102]', () => {
  const [ash, asp, elm, seven] = [
    { letter: 'A', title: 'Ash' },
    { letter: 'A', title: 'Asp' },
    { letter: 'E', title: 'Élm' },
    { letter: '#', title: '7' },
  ]
  expect(groupByLetter([ash, asp, elm, seven])).toEqual([
    { letter: 'A', members: [ash, asp] },
    { letter: 'E', members: [elm] },
    { letter: '#', members: [seven] },
  ])
  expect(groupByLetter([])).toEqual([])
})
