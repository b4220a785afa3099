import { expect, test } from 'vitest'
import { fillTitles } from './fill-titles.ts'

test('categories without a title get one from their slug', () => {
  const children = [{ slug: 'nft-and-defi-basics' }, { slug: 'stocks', title: 'Shares' }]
  expect(
    fillTitles([
      { slug: 'defi', children },
      { slug: 'nft', title: 'Nft' },
    ]),
  ).toEqual([
    {
      slug: 'defi',
      title: 'DeFi',
      children: [
        { slug: 'nft-and-defi-basics', title: 'NFT and DeFi Basics' },
        { slug: 'stocks', title: 'Shares' },
      ],
    },
    { slug: 'nft', title: 'Nft' },
  ])
})

test.each([[undefined], ['text'], [[null, 7, []]], [[{ title: 7 }, { children: 'none' }]]])(
  'what is no list of categories stays as it is: %j',
  (value) => {
    expect(fillTitles(value)).toEqual(value)
  },
)
