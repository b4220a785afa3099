import { expect, test } from 'vitest'
import { reasonsAgainst } from '#shared/check-shape.ts'
import { CategoriesFile } from './content-files.ts'
import { fillTitles } from './read-site-files.ts'

test('categories without a title get one from their slug', () => {
  const texts = { description: 'Coins', fallback: 'stocks' }
  const children = [
    { slug: 'nft-and-defi-basics', description: 'A' },
    { slug: 'stocks', title: 'Shares', description: 'B' },
  ]
  expect(
    fillTitles([
      { slug: 'defi', ...texts, children },
      { slug: 'nft', title: 'Nft', ...texts, children: [] },
    ]),
  ).toEqual([
    {
      slug: 'defi',
      title: 'DeFi',
      ...texts,
      children: [
        { slug: 'nft-and-defi-basics', title: 'NFT and DeFi Basics', description: 'A' },
        { slug: 'stocks', title: 'Shares', description: 'B' },
      ],
    },
    { slug: 'nft', title: 'Nft', ...texts, children: [] },
  ])
})

test.each([[undefined], ['text'], [[null, 7, []]], [[{ title: 7 }, { children: 'none' }]]])(
  'what is no list of categories is refused: %j',
  (value) => {
    expect(reasonsAgainst(CategoriesFile, value)).not.toEqual([])
  },
)
