import { describe, expect, test } from 'vitest'
import { parseRobots } from './read-robots.ts'

const SITE = new URL('https://site.example')
const allowed = (text: string, path: string) =>
  parseRobots(text, SITE, 'our-bot')(new URL(path, SITE))

describe('robots.txt', () => {
  test.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['user-agent: *\r\ndisallow: / # all of it\r\n', '/a', false],
    // The longest rule wins; of equally long ones, the one that allows.
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b/c', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    // If there is a group for our agent, only that group applies.
    ['User-agent: *\nDisallow: /\n\nUser-agent: Our-Bot\nDisallow: /b', '/a', true],
    ['User-agent: *\nAllow: /\n\nUser-agent: our-bot\nDisallow: /', '/a', false],
    ['User-agent: our-bot\nUser-agent: other\nDisallow: /a', '/a', false],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: our-bot\n\nUser-agent: *\nDisallow: /', '/a', false],
    // Patterns with wildcards.
    ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?c', true],
    ['User-agent: *\nDisallow: /a$', '/a/b', true],
    ['User-agent: *\nDisallow: /a$', '/a', false],
    ['User-agent: *\nDisallow: *?q=', '/a?b&q=', true],
    ['User-agent: *\nDisallow: *q=', '/a?b&q=', false],
    ['Disallow: /', '/a', true],
    ['nonsense\n<html>', '/a', true],
  ])('%j allows %s: %s', (text, path, answer) => {
    expect(allowed(text, path)).toBe(answer)
  })

  test('is not slowed down by a hostile pattern', () => {
    const started = performance.now()
    expect(
      allowed(`User-agent: *\nDisallow: /${'*a'.repeat(1_000)}b$`, `/${'a'.repeat(5_000)}`),
    ).toBe(true)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
