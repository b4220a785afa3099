import { describe, expect, test } from 'vitest'
import { lineAt, placeBeside } from './place-beside.ts'

const WINDOW = { width: 360, height: 740 }
const SIZE = { width: 300, height: 120 }
const wordAt = (left: number, top: number) => ({ left, top, right: left + 60, bottom: top + 20 })

describe('a popover stands', () => {
  test('under its word', () => {
    expect(placeBeside(wordAt(30, 100), SIZE, WINDOW)).toEqual({ left: 30, top: 126 })
  })

  test('inside the window when the word is at its side', () => {
    expect(placeBeside(wordAt(290, 100), SIZE, WINDOW).left).toBe(52)
    expect(placeBeside(wordAt(2, 100), SIZE, WINDOW).left).toBe(8)
  })

  test('above its word when there is no room under it', () => {
    expect(placeBeside(wordAt(30, 700), SIZE, WINDOW).top).toBe(574)
  })

  test('under its word when there is even less room above it', () => {
    const low = { width: 360, height: 130 }
    expect(placeBeside(wordAt(30, 20), SIZE, low).top).toBe(46)
  })
})

test('a popover of a word over two lines is at the line under the pointer', () => {
  const [first, second] = [wordAt(200, 100), wordAt(0, 120)]
  expect(lineAt([first, second], { x: 10, y: 125 })).toBe(second)
  expect(lineAt([first, second], { x: 0, y: 0 })).toBe(first)
  expect(lineAt([], { x: 0, y: 0 })).toBeUndefined()
})
