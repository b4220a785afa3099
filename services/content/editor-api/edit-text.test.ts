import { describe, expect, test } from 'vitest'
import { withTextEdits } from './edit-text.ts'

const TEXT = 'The rate is 5%. The fee is $1. The rate stays.'

const reasonOf = (edits: unknown, others: object = {}) => {
  try {
    return withTextEdits({ edits, ...others }, TEXT)
  } catch (error) {
    const [reason] = Reflect.get(Object(error), 'reasons')
    return `${reason.field} ${reason.message}`
  }
}

describe('an edit of a text in place', () => {
  test('changes what it names, and leaves other fields as they are sent', () => {
    const edits = [
      { find: '5%', replace: '6%' },
      { find: 'The rate', replace: 'Our $& rate', count: 2 },
      { find: ' The fee is $1.', replace: '' },
    ]
    expect(withTextEdits({ edits, title: 'T' }, TEXT)).toEqual({
      title: 'T',
      body: 'Our $& rate is 6%. Our $& rate stays.',
    })
    expect(withTextEdits({ title: 'T' }, TEXT)).toEqual({ title: 'T' })
  })

  test.each([
    [[{ find: 'bond', replace: '' }], '/edits/0/find does not stand in the text'],
    [
      [{ find: 'The rate', replace: '' }],
      '/edits/0/find stands in the text 2 times: send more of the words around it, or count: 2 to change all',
    ],
    [
      [
        { find: '5%', replace: '6%' },
        { find: 'The rate', replace: '', count: 3 },
      ],
      '/edits/1/find stands in the text 2 times, not 3',
    ],
    [[{ find: '', replace: '' }], '/edits/0/find must not have fewer than 1 characters'],
    [[], '/edits must not have fewer than 1 items'],
    ['x', '/edits must be array'],
  ])('that does not fit is refused: %j', (edits, reason) => {
    expect(reasonOf(edits)).toBe(reason)
  })

  test('ends before a text is too long', () => {
    const edits = (count: number) => [{ find: 'b', replace: 'x'.repeat(20_000), count }]
    expect(withTextEdits({ edits: edits(25) }, 'b'.repeat(25)).body).toHaveLength(500_000)
    expect(() => withTextEdits({ edits: edits(26) }, 'b'.repeat(26))).toThrow('not saved')
  })

  test('does not stand beside a whole text', () => {
    expect(reasonOf([{ find: '5%', replace: '6%' }], { body: 'Other' })).toBe(
      '/edits and body are two ways to change the text: send one',
    )
  })
})
