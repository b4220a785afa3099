import fc from 'fast-check'
import { expect, test } from 'vitest'
import { element, escapeMarkup } from '#shared/charts/svg.ts'
import { readSvg } from './read-svg.ts'

test('a picture is read as it was written, with elements in elements', () => {
  const drawn = element(
    'svg',
    { class: 'chart-wide', width: 640 },
    element('path', { d: 'M0 0H1' }),
    element('text', { x: 1 }, 'A', element('tspan', { dy: 2 }, 'B')),
  )
  expect(readSvg(drawn)).toEqual([
    {
      name: 'svg',
      attributes: [
        ['class', 'chart-wide'],
        ['width', '640'],
      ],
      children: [
        { name: 'path', attributes: [['d', 'M0 0H1']], children: [] },
        {
          name: 'text',
          attributes: [['x', '1']],
          children: ['A', { name: 'tspan', attributes: [['dy', '2']], children: ['B'] }],
        },
      ],
    },
  ])
})

test('no text of a table becomes an element or an attribute', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('<script>', '"/><b x="', '&lt;', ']]>', '<!--')),
      (text) => {
        const read = readSvg(element('text', { class: text }, escapeMarkup(text)))
        expect(read).toHaveLength(1)
        expect(read[0]).toMatchObject({
          name: 'text',
          attributes: [['class', expect.any(String)]],
          children: text === '' || escapeMarkup(text) === '' ? [] : [expect.any(String)],
        })
      },
    ),
  )
})
