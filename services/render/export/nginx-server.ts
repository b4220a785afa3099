import { RESOURCE_POLICY } from '#shared/http/security-headers.ts'
import { SHARED_CACHING_HEADER } from '../pages/caching.ts'
import { contentTypeOf } from '../public-files/content-type.ts'
import { ATOM_TYPE } from '../public-files/feeds/feed-addresses.ts'
import {
  SPECULATION_RULES_ENDING,
  SPECULATION_RULES_HEADER,
} from '../public-files/speculation-rules.ts'
import { PUBLIC } from './entry-files.ts'
import type { NginxNames } from './nginx-names.ts'
import { quote } from './nginx-quote.ts'

/** Of the files that are no pages. */
const EXTENSIONS = [
  'css',
  'ico',
  'jpg',
  'js',
  'json',
  'md',
  'png',
  SPECULATION_RULES_ENDING,
  'svg',
  'txt',
  'webmanifest',
  'webp',
  'woff2',
]

interface NginxServer {
  siteUrl: string
  /** The same for every answer. */
  headers: Readonly<Record<string, string>>
}

/** The beginning of the server block: all that is said of the whole site. It is not closed. */
export function nginxServer(
  { v, inside }: NginxNames,
  { siteUrl, headers: sent }: NginxServer,
): string {
  const headers = Object.entries(sent).map(
    ([name, value]) => `  add_header ${name} ${quote(value)} always;`,
  )
  const types = [
    ['html', 'text/html; charset=utf-8'],
    ['xml', 'application/xml; charset=utf-8'],
    ['atom', `${ATOM_TYPE}; charset=utf-8`],
    ...EXTENSIONS.map((extension) => [extension, contentTypeOf(`file.${extension}`)]),
  ].map(([extension = '', type = '']) => `    ${quote(type)} ${extension};`)
  return `server {
  listen 80;
  server_name ${new URL(siteUrl).hostname};
  root ${inside(PUBLIC)};

  absolute_redirect off;
  merge_slashes off;
  server_tokens off;

  types {
${types.join('\n')}
  }
  default_type application/octet-stream;

  # Every file that gains by it lies there compressed already.
  gzip off;
  gzip_static on;
  gzip_vary on;
  gzip_proxied any;
  # With the module ngx_brotli:
  # brotli_static on;

  # One list for all answers: a location with a header of its own would lose these.
${headers.join('\n')}
  add_header ${RESOURCE_POLICY} ${v('resource_policy')} always;
  add_header x-robots-tag ${v('robots')} always;
  add_header cache-control ${v('caching')} always;
  add_header ${SHARED_CACHING_HEADER} ${v('shared_caching')} always;
  add_header ${SPECULATION_RULES_HEADER} ${v('speculation_rules')} always;
  add_header allow ${v('allow')} always;

  error_page 404 @not-found;
  error_page 410 @gone;
  error_page 500 502 503 504 @error;

  if ($request_method = OPTIONS) {
    return 204;
  }
  if ($request_method !~ "^(?:GET|HEAD)$") {
    return 405 "";
  }
  if (${v('plain')} = 0) {
    return 404;
  }`
}
