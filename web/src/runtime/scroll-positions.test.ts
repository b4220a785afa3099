import { expect, test } from 'vitest'
import { openScrollPositions } from './scroll-positions.ts'

const position = { x: 3, y: 1200 }

test('are stored by the address and the key of the entry [C44]', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  openScrollPositions(() => storage).save('/a', '17', { x: 2.6, y: 1200.4 })
  expect([...items]).toEqual([['@@scroll|/a|17', '[3,1200]']])
  const positions = openScrollPositions(() => storage)
  expect(positions.find('/a', '17')).toEqual(position)
  expect(positions.find('/a', '18')).toBeUndefined()
  for (const broken of ['', '{', 'null', '17', '["a",1]']) {
    items.set('@@scroll|/b|1', broken)
    expect(positions.find('/b', '1')).toBeUndefined()
  }
})

test('last as long as the document where the browser stores nothing [C44]', () => {
  const positions = openScrollPositions(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  positions.save('/a', '17', position)
  expect(positions.find('/a', '17')).toEqual(position)
})
