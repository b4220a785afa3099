import type { FastifyRequest } from 'fastify'

/** The requested address without its query; still percent-encoded. */
export const pathnameOf = ({ url }: Pick<FastifyRequest, 'url'>) => url.split('?', 1)[0] ?? '/'

/** Its query with the question mark, or an empty text. */
export const queryOf = ({ url }: Pick<FastifyRequest, 'url'>) =>
  url.includes('?') ? url.slice(url.indexOf('?')) : ''
