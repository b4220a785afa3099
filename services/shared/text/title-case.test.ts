import { expect, test } from 'vitest'
import { titleCase } from './title-case.ts'

test.each([
  ['defi', 'DeFi'],
  ['nft', 'NFT'],
  ['defi-and-nfts', 'DeFi and NFTs'],
  ['top-etfs', 'Top ETFs'],
  ['etf', 'ETF'],
  ['api-of-an-ipo', 'API of an IPO'],
  ['market-trends', 'Market Trends'],
  ['terms-and-definitions', 'Terms and Definitions'],
  ['the-401-k', 'The 401 K'],
  ['', ''],
])('%s becomes %s', (slug, title) => {
  expect(titleCase(slug)).toBe(title)
})

test.each([
  ['define', 'Define'],
  ['nfta', 'Nfta'],
  ['rapid-growth', 'Rapid Growth'],
  ['capital', 'Capital'],
])('%s holds no special word and becomes %s [M-220]', (slug, title) => {
  expect(titleCase(slug)).toBe(title)
})
