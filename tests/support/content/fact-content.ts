import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { TestContent } from './content-service.ts'
import { type Files, makeFolder } from './mistaken-content.ts'

/** A limit that ends with the year 2026, as a file of facts has it. */
export const LIMIT = `- fact: 401k-limit
  title: What an employee may put into a 401(k) in a year
  source: { title: A notice of the year, url: https://www.example.org/limits }
  next: 2027-01-20
  values:
    - { from: 2025-01-01, is: '$23,500' }
    - { from: 2026-01-01, is: '$24,500', until: 2026-12-31 }
`

/** The same once the limit of 2027 is known. */
export const LIMIT_OF_2027 = `${LIMIT}    - { from: 2027-01-01, is: '$25,000' }\n`

/** A fact that nothing ends. */
export const INSURED = `- fact: fdic-limit
  title: What the FDIC insures for a depositor at one bank
  source: { title: Deposit insurance, url: https://www.example.org/insured }
  values:
    - { from: 2008-10-03, is: '$250,000' }
`

export const FACTS_FILE = 'facts/en_US.yaml'

/** Begins the titles of the articles made here. */
const TITLE = 'title: All about '
const LINKS = /\[([^\]]+)\]\(fact:[^)]*\)/g
const INPUTS = /(<input: [^,>]+), fact [^,>]+(,[^>]+)?>/g

const withoutFacts = (text: string) =>
  text
    .replaceAll(LINKS, '$1')
    .replaceAll(INPUTS, (_, input, limits = ', 0 to 1000000000') => `${input}${limits}>`)

/**
 * Puts a file of facts and texts into the content folder of a test; texts are the bodies of articles.
 * The site's own texts print their numbers without facts then.
 */
export async function writeFacts(
  { folder }: Pick<TestContent, 'folder'>,
  facts: string,
  texts: Readonly<Record<string, string>> = {},
): Promise<void> {
  await folder.write(FACTS_FILE, facts)
  for (const name of await readdir(path.join(folder.folder, 'articles/en_US'))) {
    const file = `articles/en_US/${name}`
    const text = await folder.read(file)
    if (!text.includes(TITLE)) await folder.write(file, withoutFacts(text))
  }
  for (const [slug, body] of Object.entries(texts)) {
    await folder.write(`articles/en_US/${slug}.md`, articleText(slug, body))
  }
}

const articleText = (slug: string, body: string) => `---
${TITLE}${slug}
slug: ${slug}
description: This text says all that there is to say about ${slug}, in words that anybody knows.
author: Eleanor Whitcombe
publishedAt: 2026-11-30T00:00:00Z
provenance: human
entities:
  - category: expert-advice
---

${body}
`

/** A folder of its own for commands, with these facts and articles beside a clean one. */
export const makeFactFolder = (facts: string, texts: Files = {}) =>
  makeFolder({
    [FACTS_FILE]: facts,
    ...Object.fromEntries(
      Object.entries(texts).map(([slug, body]) => [
        `articles/en_US/${slug}.md`,
        articleText(slug, body)
          .replace('Eleanor Whitcombe', 'Author 1')
          .replace('2026-11-30', '2026-01-01'),
      ]),
    ),
  })
