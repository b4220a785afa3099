import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

test('names every page of a short list', () => {
  expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4])
  expect(pageWindow(1, 1)).toEqual([1])
})

test('keeps both ends and the neighbours of a long one', () => {
  expect(pageWindow(50, 99)).toEqual([1, 2, 49, 50, 51, 98, 99])
})

test('never replaces a single page by an ellipsis', () => {
  expect(pageWindow(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test.each([1, 2, 99, 100])('stays inside the list at page %i of 100', (current) => {
  const numbers = pageWindow(current, 100)
  expect(numbers).toContain(current)
  expect(numbers.at(0)).toBe(1)
  expect(numbers.at(-1)).toBe(100)
})
