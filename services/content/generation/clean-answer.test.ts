import { expect, test } from 'vitest'
import { cleanAnswer } from './clean-answer.ts'

const FILE = '---\ntitle: "Bonds"\n---\n\nText\n\n```\na sum\n```'

test.each([
  ['as it is', FILE],
  ['with blank lines around it', `\n\n${FILE}\n\n`],
  ['in a fence', `\`\`\`markdown\n${FILE}\n\`\`\``],
  ['in a longer fence', `\`\`\`\`md\n${FILE}\n\`\`\`\`\n`],
  ['after thoughts', `<think>\nWhat is a bond?\n</think>\n\n${FILE}`],
  ['with the line ends of Windows', `\ufeff${FILE.replaceAll('\n', '\r\n')}`],
])('finds a file %s', (_name, answer) => {
  expect(cleanAnswer(answer)).toBe(FILE)
})

test('leaves a file alone that ends in a fence of its own', () => {
  const file = '---\ntitle: "Bonds"\n---\n\n```\na sum\n```'
  expect(cleanAnswer(file)).toBe(file)
})

test('does not mend half of a character', () => {
  expect(cleanAnswer('\ud83d').isWellFormed()).toBe(true)
})
