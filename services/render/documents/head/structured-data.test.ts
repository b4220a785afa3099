import { describe, expect, test } from 'vitest'
import type { Page } from '#shared/contracts/page.ts'
import {
  buildArticle,
  buildPages,
  buildShell,
} from '../../../../tests/support/pages/page-builders.ts'
import { ogImagePath } from '../picture-address.ts'
import { structuredData } from './structured-data.ts'

const siteUrl = 'https://finlore.example'
const shell = buildShell()
const pages = buildPages()

/** The contents of the block, as its readers parse it. */
function graphOf(page: Page) {
  const html = structuredData({ page, shell, siteUrl })
  const [, json] = /^<script type="application\/ld\+json">([^<>]*)<\/script>$/.exec(html) ?? []
  if (json === undefined) throw new Error(`${page.kind} has no structured data`)
  const { '@context': context, '@graph': graph } = JSON.parse(json)
  expect(context).toBe('https://schema.org')
  return graph
}

describe('structured data', () => {
  test('of an article has author, publisher, dates and breadcrumbs', () => {
    const page = buildArticle({
      title: 'What an ETF is',
      updatedAt: '2025-04-01T08:00:00.000Z',
      provenance: 'generated',
    })
    expect(graphOf(page)).toEqual([
      {
        '@type': 'Article',
        '@id': 'https://finlore.example/articles/article-1#article',
        mainEntityOfPage: 'https://finlore.example/articles/article-1',
        headline: 'What an ETF is',
        image: siteUrl + ogImagePath(page, shell),
        datePublished: '2025-03-04T08:00:00.000Z',
        dateModified: '2025-04-01T08:00:00.000Z',
        inLanguage: 'en-US',
        articleSection: 'Product Reviews',
        isAccessibleForFree: true,
        digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
        author: { '@id': 'https://finlore.example/#organization' },
        creditText: 'Eleanor Whitcombe',
        publisher: {
          '@type': 'Organization',
          '@id': 'https://finlore.example/#organization',
          name: 'Finlore',
          url: 'https://finlore.example/',
          logo: 'https://finlore.example/icons/icon-512.png',
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Finlore', item: 'https://finlore.example/' },
          {
            '@type': 'ListItem',
            position: 2,
            name: 'Product Reviews',
            item: 'https://finlore.example/product-reviews',
          },
          {
            '@type': 'ListItem',
            position: 3,
            name: 'What an ETF is',
            item: 'https://finlore.example/articles/article-1',
          },
        ],
      },
    ])
  })

  test('of an author calls a name a person only if more is known than a text', () => {
    expect(graphOf(pages.author)).toEqual([
      {
        '@type': 'CollectionPage',
        url: 'https://finlore.example/authors/amir-haddad',
        name: 'Title',
        inLanguage: 'en-US',
        isPartOf: { '@id': 'https://finlore.example/#website' },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Finlore', item: 'https://finlore.example/' },
          {
            '@type': 'ListItem',
            position: 2,
            name: 'Amir Haddad',
            item: 'https://finlore.example/authors/amir-haddad',
          },
        ],
      },
    ])
  })

  test('of the home page has the search action and the publisher’s other addresses', () => {
    expect(graphOf(pages.home)).toEqual([
      expect.objectContaining({
        '@type': 'WebSite',
        url: 'https://finlore.example/',
        name: 'Finlore',
        description: 'Money in plain words',
        publisher: { '@id': 'https://finlore.example/#organization' },
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: 'https://finlore.example/search?q={search_term_string}',
          },
          'query-input': 'required name=search_term_string',
        },
      }),
      expect.objectContaining({
        '@id': 'https://finlore.example/#organization',
        sameAs: ['https://www.youtube.com/@finlore-example'],
      }),
    ])
  })

  test('of an entry of a dictionary has the term and its set', () => {
    const page = buildArticle({ title: 'Yield', description: 'It is.', isDefinition: true })
    const [article, term] = graphOf(page)
    expect(article.about).toEqual({ '@id': term['@id'] })
    expect(term).toEqual({
      '@type': 'DefinedTerm',
      '@id': 'https://finlore.example/articles/article-1#term',
      name: 'Yield',
      description: 'It is.',
      url: 'https://finlore.example/articles/article-1',
      inDefinedTermSet: {
        '@type': 'DefinedTermSet',
        name: 'Product Reviews',
        url: 'https://finlore.example/product-reviews',
      },
    })
    expect(graphOf(buildArticle()).map((node: object) => Reflect.get(node, '@type'))).toEqual([
      'Article',
      'BreadcrumbList',
    ])
  })

  test('of a list has the addresses of its articles, in order', () => {
    const [list, breadcrumb] = graphOf(pages.subcategory)
    expect(list).toMatchObject({
      '@type': 'CollectionPage',
      url: 'https://finlore.example/product-reviews/etfs',
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: [
          'https://finlore.example/articles/article-1',
          'https://finlore.example/articles/article-2',
        ],
      },
    })
    expect(breadcrumb.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Finlore',
      'Product Reviews',
      'ETFs',
    ])
  })

  test.each([
    ['human', undefined],
    ['assisted', 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource'],
    ['generated', 'https://schema.org/TrainedAlgorithmicMediaDigitalSource'],
  ] as const)('has the schema.org term for a text that is %s', (provenance, word) => {
    const [article] = graphOf(buildArticle({ provenance }))
    expect(article.digitalSourceType).toBe(word)
  })

  test('of an article has no origin that was not declared', () => {
    const { provenance: _, ...article } = buildArticle().article
    const [node] = graphOf({ ...buildArticle(), article })
    expect(node).not.toHaveProperty('digitalSourceType')
    expect(node).not.toHaveProperty('accountablePerson')
    expect(node.mainEntityOfPage).toBe(node['@id'].replace('#article', ''))
  })

  // M-311, F-06
  test('of an author has role and links, where they are known', () => {
    const { author } = buildPages()
    const links = ['https://social.example/@amir', 'https://code.example/amir']
    const portrait = { src: '/portraits/amir-0123456789ab.png', width: 240, height: 240 }
    const facts = { ...author.author, role: 'Editor', links, portrait }
    const [{ mainEntity }] = graphOf({ ...author, author: facts })
    expect(mainEntity).toEqual({
      '@type': 'Person',
      '@id': 'https://finlore.example/authors/amir-haddad#person',
      name: 'Amir Haddad',
      url: 'https://finlore.example/authors/amir-haddad',
      description: 'One',
      jobTitle: 'Editor',
      sameAs: links,
      image: 'https://finlore.example/portraits/amir-0123456789ab.png',
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: 1,
      },
    })
    for (const known of [{ role: 'Editor' }, { links }, { portrait }]) {
      const [node] = graphOf({ ...author, author: { ...author.author, ...known } })
      expect(node['@type']).toBe('ProfilePage')
    }
  })

  test('of a text that software wrote names no person as its author, but the office that answers', () => {
    const office = 'The editorial office'
    const [node] = graphOf(buildArticle({ provenance: 'generated', office }))
    expect(node.maintainer).toEqual({ '@type': 'Organization', name: office })
    expect(node).not.toHaveProperty('accountablePerson')
    for (const provenance of ['human', 'assisted'] as const) {
      const [{ author }] = graphOf(buildArticle({ provenance }))
      expect(author['@type']).toBe('Person')
    }
  })

  // F-32
  test('of an article has the responsible person, the reviewer and the date of review', () => {
    const review = { reviewedBy: 'Cem Dal', reviewedAt: '2026-03-04T08:00:00.000Z' }
    const [node] = graphOf(buildArticle({ answeredBy: 'Ada Bell', ...review }))
    expect(node.accountablePerson).toEqual({ '@type': 'Person', name: 'Ada Bell' })
    expect(node.mainEntityOfPage).toEqual({
      '@type': 'WebPage',
      '@id': 'https://finlore.example/articles/article-1',
      reviewedBy: { '@type': 'Person', name: 'Cem Dal' },
      lastReviewed: '2026-03-04',
    })
  })

  test('is bounded in size for any page', () => {
    for (const page of Object.values(pages)) {
      expect(structuredData({ page, shell, siteUrl }).length, page.kind).toBeLessThan(2_048)
    }
  })

  test('no text of an editor can close the block [S27]', () => {
    const title = '</script><script>alert(1)</script> & \u2028 <!--'
    const [article] = graphOf(buildArticle({ title }))
    expect(article.headline).toBe(title)
  })
})

test('a headline is the title, cut after a word at 110 characters', () => {
  const headlineOf = (title: string) => graphOf(buildArticle({ title }))[0].headline
  expect(headlineOf('x'.repeat(110))).toBe('x'.repeat(110))
  expect(headlineOf('word '.repeat(30))).toBe(`${'word '.repeat(21).trim()}…`)
})
