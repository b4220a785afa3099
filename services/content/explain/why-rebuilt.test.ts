import { expect, test } from 'vitest'
import { tags } from '../changes/tags.ts'
import { whyRebuilt } from './why-rebuilt.ts'

test('a page that shows a fact is told which one has changed or ended', () => {
  expect(whyRebuilt([tags.fact('401k-limit')]).reason).toBe(
    'shows the fact 401k-limit, which has changed or ended',
  )
  expect(whyRebuilt([tags.facts]).reason).toBe('lists all facts, and the articles that print them')
})
