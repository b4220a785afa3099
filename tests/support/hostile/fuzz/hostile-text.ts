import fc from 'fast-check'

/** Pieces that mean something to one of the parsers on the way: of addresses, HTML, JSON, SQL, YAML. */
export const PIECES = [
  ...['..', '%2e%2e', '%252e', '..%2f', '%5c', '\\', '/', '//', '%2F', ';', '.', '%', '%zz', '%00'],
  ...[
    '%F0%9F',
    '%c0%ae',
    '%E2%80%AE',
    'é',
    '😀',
    'ı',
    'ß',
    '\u202e',
    '\ufeff',
    '%0d%0a',
    '+',
    '%20',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e309',
  ],
  ...['9007199254740993', '<script>', '</title>', '"', "'", '`', '#{a}', '{{a}}', '<!--', '&#0;'],
  ...[
    "' or 1=1 --",
    '*',
    '(',
    '[',
    ']',
    '{',
    '}',
    '|',
    '^',
    '$',
    '?',
    '#',
    '&',
    '=',
    ':',
    ',',
    '@',
  ],
  ...[
    'javascript:',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    '~',
    '- ',
    '# ',
    '> ',
    '| a |\n|-|',
  ],
] as const

/** One piece, some of them, or one of them very often. */
export const hostileText = (longest: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map(joined) },
    { weight: 2, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: longest }))
        .map(([piece, size]) => piece.repeat(Math.ceil(size / piece.length))),
    },
  )

const joined = (parts: readonly string[]) => parts.join('')

/** A valid value with one error in it. */
export const almost = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(3), fc.constantFrom('', ...PIECES))
    .map(([at, dropped, piece]) => text.slice(0, at) + piece + text.slice(at + dropped))
