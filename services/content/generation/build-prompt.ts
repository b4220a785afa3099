import type { ArticleRequest } from './article-request.ts'
import type { GenerationFile, GenerationSettings, LanguageFile } from './read-settings.ts'

/** What is said to a language model: how to write, and what about. */
export interface Prompt {
  system: string
  user: string
}

/** The prompt for one article, as the specification describes it. The same each time. */
export const buildPrompt = (request: ArticleRequest, settings: GenerationSettings): Prompt => ({
  system: systemPart(settings),
  user: userPart(request, settings),
})

/** As one text, to be pasted into a conversation. */
export const printPrompt = ({ system, user }: Prompt) => `${system}\n\n${user}\n`

function systemPart({ siteTitle, generation, language }: GenerationSettings): string {
  return [
    `You write articles for ${siteTitle}, a public website that explains money and investing in ${language.languageName} to people who do not work in finance.`,
    section('Language', [language.responseLanguage]),
    section('What holds for every article', [
      'It is education and not advice: it says how something works, what it costs and what can go wrong, and never what a reader should buy, sell or sign.',
      'A term is explained where it first appears.',
      'An example states its assumptions before its result, and every sum can be repeated by hand. Work each of them out twice. Companies, products and people in examples are invented and said to be so.',
      'A fact that can change, such as a rate, a limit or a rule, carries its date. What you are not sure of you leave out.',
      'Advantages and drawbacks are described with the same care. No praise, no promises, no calls to act.',
    ]),
    section('Sections', [language.sectionStyle, ...suffixRule(language)]),
    section('Style', styleRules(generation)),
    section('Reference sites', referenceRules(generation)),
    section('Form of the answer', [
      'Answer with one Markdown file and nothing else: no greeting, no remark, no code fence around it.',
      'It begins with front matter between two lines of three hyphens, with exactly the fields of the example below. Keep the values that are given; replace what stands in angle brackets. Values are YAML: put every text between double quotes.',
      'The text below the front matter is Markdown without raw HTML and without a title of its own. Headings of sections begin with ##, those within sections with ###. Every table has a row of headings. Links lead to pages of other sites, never to other articles of this one, and have a text that says where they lead.',
    ]),
  ].join('\n\n')
}

function userPart(request: ArticleRequest, settings: GenerationSettings): string {
  const { categories, authors } = settings
  const category = categories.find(({ slug }) => slug === request.category)
  const subcategory = category?.children.find(({ slug }) => slug === request.subcategory)
  const author = authors.find(({ name }) => name === request.author)
  return [
    `Write the article "${request.title}".`,
    [
      `Category: ${category?.title}. ${category?.description}`,
      `Subcategory: ${subcategory?.title}. ${subcategory?.description}`,
      `It is signed ${request.author}. Write in this manner and from this point of view, without speaking of the author: ${author?.description}`,
    ].join('\n'),
    `The front matter of your answer:\n\n${exampleFrontMatter(request)}`,
  ].join('\n\n')
}

const section = (heading: string, rules: readonly string[]) =>
  `## ${heading}\n\n${rules.map((rule) => `- ${rule}`).join('\n')}`

/** Nothing while no suffixes are set. */
function suffixRule({ forbiddenSuffixes: { instruction, list } }: LanguageFile): string[] {
  return list.length > 0 ? [instruction.replace('{suffixes}', list.join(', '))] : []
}

function styleRules({ style, words }: GenerationFile): string[] {
  return [
    `The text has ${words.from} to ${words.to} words.`,
    ...(style.variedSentences
      ? ['Vary the length of sentences: put a short one next to a long one.']
      : []),
    style.rareTypos
      ? 'Let a small slip of spelling stand now and then, two or three in the whole text, but never in a number, a name, a heading, a link or the front matter.'
      : 'Make no mistakes of spelling, not even on purpose.',
  ]
}

function referenceRules({ references }: GenerationFile): string[] {
  const domains = (kind: string) =>
    references
      .filter((site) => site.kind === kind)
      .map(({ domain }) => domain)
      .join(' and ')
  return [
    `Compare definitions with the encyclopedia ${domains('encyclopedia')} and with the reference site ${domains('reference')}.`,
    `Think of the questions that people ask about the subject on ${domains('social')}, and answer them. Neither is a source for a fact.`,
    'Under sources, list two to five pages that a reader can check: laws, authorities, exchanges, statistics, or the sites above other than the social ones. List only pages that you know to exist; the front page of an authority is better than a guess.',
  ]
}

const exampleFrontMatter = (request: ArticleRequest) => `---
title: ${JSON.stringify(request.title)}
slug: ${request.slug}
description: "<one or two sentences, 70 to 155 characters, that say what the reader will know afterwards>"
author: ${JSON.stringify(request.author)}
provenance: generated
entities:
  - category: ${request.category}
    subcategories:
      - subcategory: ${request.subcategory}
        subsubcategories: []
takeaways:
  - "<three to five sentences, each of which stands on its own>"
sources:
  - title: "<name of the publication, year>"
    url: "<https address of the page>"
---`

/** Sent once when an answer is no article yet. */
export function repairRequest(problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n')
  return `Your answer cannot be used as it is:\n\n${list}\n\nAnswer with the whole corrected file, front matter and text, and nothing else. Change only what these points ask for.`
}
