/** The public address that the pages of this bench are made for: https, so that all headers are there. */
export const BENCH_SITE_URL = 'https://finlore.example'
