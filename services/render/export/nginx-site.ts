import type { Locale } from '#shared/contracts/primitives.ts'
import {
  PICTURES_FOR_OTHERS,
  RESOURCE_POLICY,
  securityHeaders,
} from '#shared/http/security-headers.ts'
import { CACHING } from '../pages/served-body.ts'
import { contentTypeOf } from '../public-files/content-type.ts'
import { ATOM_TYPE, JSON_FEED_TYPE } from '../public-files/feeds/feed-addresses.ts'
import { SERVICE_WORKER_PATH } from '../public-files/service-worker-file.ts'
import { GONE, PUBLIC } from './entry-files.ts'
import { ExportError } from './export-error.ts'
import { ALIASES_MAP, GONE_MAP, MOVED_MAP, NGINX } from './nginx-maps.ts'
import { quote } from './nginx-quote.ts'

/** Of the files that are no pages. */
const EXTENSIONS = ['css', 'ico', 'js', 'json', 'png', 'svg', 'txt', 'webmanifest', 'webp', 'woff2']

export interface NginxSite {
  /** Where nginx will find the export. */
  folder: string
  siteUrl: string
  /** Names the variables, so that the sites of several languages fit into one nginx. */
  locale: Locale
  /** Lines of all maps together. */
  mapEntries: number
}

/**
 * A server block that answers as the render service does. What nginx cannot do is said in it.
 *
 * @throws {ExportError} when the folder's name has a character that nginx takes for its own
 */
export function renderNginxSite({ folder, siteUrl, locale, mapEntries }: NginxSite): string {
  if (!/^[^\p{Cc}"'\\$;{}]+$/u.test(folder)) {
    throw new ExportError(`nginx cannot name the folder ${JSON.stringify(folder)}. Choose another.`)
  }
  const v = (name: string) => `$finlore_${locale.toLowerCase()}_${name}`
  const inside = (name: string) => quote(`${folder}/${name}`)
  const { [RESOURCE_POLICY]: resourcePolicy = '', ...others } = securityHeaders(siteUrl)
  const headers = Object.entries(others).map(
    ([name, value]) => `  add_header ${name} ${quote(value)} always;`,
  )
  const types = [
    ['html', 'text/html; charset=utf-8'],
    ['xml', 'application/xml; charset=utf-8'],
    ['atom', `${ATOM_TYPE}; charset=utf-8`],
    ...EXTENSIONS.map((extension) => [extension, contentTypeOf(`file.${extension}`)]),
  ].map(([extension = '', type = '']) => `    ${quote(type)} ${extension};`)
  // With room to spare, nginx finds a place for every line at its first try.
  const hashSize = 2048 + 2 * mapEntries

  return `# ${siteUrl} as static files. Include this in the http block of nginx 1.13 or newer:
#
#   include ${folder}/${NGINX}/site.conf;
#
# It answers as the render service does, but for these:
#  - An address with capitals is not found, where the service redirects to lower case: nginx cannot.
#  - Entity tags are made of a file's size and time, so copy the files with their times.
#  - A former picture of an article is not found, where the service redirects to the present one.
#  - There is no page-data-rsc.json, which our own scripts do not ask for.
#  - No scripts of other sites are passed on at /__third-party-proxy.
#  - Search: /search shows its page before anything is typed. Answers need the search service and
#    the render service; see the end of this file.

# Once for all sites of this nginx; addresses are longer than its default allows.
map_hash_bucket_size 1024;
map_hash_max_size ${hashSize};

# Whether an address can be one of the site's, as it came: without escapes, without dots for steps,
# and without empty parts, save within the names of data.
map $request_uri ${v('plain')} {
  default 0;
  "~^(?:/(?!\\.\\.?(?:[/?]|$))[A-Za-z0-9._-]+)*/?(?:\\?.*)?$" 1;
  "~^/page-data(?:/+(?!\\.\\.?(?:[/?]|$))[A-Za-z0-9._-]+)*/?(?:\\?.*)?$" 1;
}

# Without the slash at its end.
map $uri ${v('bare')} {
  default $uri;
  "~^(?<finlore_bare>/.+)/$" $finlore_bare;
}

# The page whose data is asked for.
map $uri ${v('data_of')} {
  default "";
  "~^/page-data(?<finlore_page>/.+)/page-data\\.json$" $finlore_page;
}

map ${v('bare')} ${v('moved')} {
  default "";
  include ${inside(MOVED_MAP)};
}

map ${v('data_of')} ${v('data_moved')} {
  default "";
  include ${inside(MOVED_MAP)};
}

map ${v('bare')} ${v('alias')} {
  default "";
  include ${inside(ALIASES_MAP)};
}

map ${v('data_of')} ${v('data_alias')} {
  default "";
  include ${inside(ALIASES_MAP)};
}

map ${v('bare')} ${v('gone')} {
  default "";
  include ${inside(GONE_MAP)};
}

map "$status $request_uri" ${v('caching')} {
  default ${quote(CACHING.revalidate)};
  "~^(?:200|206|304) /(?:assets|og)/" ${quote(CACHING.immutable)};
  "~^(?:200|206|304) ${SERVICE_WORKER_PATH.replace('.', '\\.')}(?:\\?|$)" ${quote(CACHING.noCache)};
  "~^404 /(?:assets|og|page-data|sitemaps|slice-data)/" ${quote(CACHING.never)};
  "~^404 /(?:[a-z0-9-]+/)?feed\\.(?:atom|json)(?:\\?|$)" ${quote(CACHING.never)};
  "~^5" ${quote(CACHING.never)};
  "~^405" "";
}

# Pictures of pages may be shown by other sites.
map $uri ${v('resource_policy')} {
  default ${quote(resourcePolicy)};
  "~^${PICTURES_FOR_OTHERS}" "cross-origin";
}

map $status ${v('allow')} {
  default "";
  405 "GET, HEAD";
}

server {
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
  add_header cache-control ${v('caching')} always;
  add_header allow ${v('allow')} always;

  error_page 404 @not-found;
  error_page 410 @gone;
  error_page 500 502 503 504 @error;

  if ($request_method !~ "^(?:GET|HEAD)$") {
    return 405 "";
  }
  if (${v('plain')} = 0) {
    return 404;
  }

  location = / {
    try_files /index.html =404;
  }

  location / {
    if (${v('moved')}) {
      return 301 ${v('moved')}$is_args$args;
    }
    if (${v('alias')}) {
      return 308 ${v('alias')}$is_args$args;
    }
    if (${v('gone')}) {
      return 410;
    }
    try_files $uri $uri/index.html =404;
  }

  # Files that stand for something else have no address of their own.
  location ~ (?:/index\\.html|\\.br|\\.gz)$|^/(?:404|500)\\.html$ {
    return 404;
  }

  location ~ ^(?<finlore_name>/.*[^/])/$ {
    if (${v('moved')}) {
      return 301 ${v('moved')}$is_args$args;
    }
    if (${v('alias')}) {
      return 308 ${v('alias')}$is_args$args;
    }
    if (${v('gone')}) {
      return 308 ${v('gone')}$is_args$args;
    }
    if (-f $document_root$finlore_name/index.html) {
      return 308 $finlore_name$is_args$args;
    }
    return 404;
  }

  location /assets/ {
    try_files $uri @no-such-data;
  }

  location /og/ {
    try_files $uri @no-such-data;
  }

  location ~ ^/(?:[a-z0-9-]+/)?feed\\.atom$ {
    try_files $uri @no-such-data;
  }

  # Its ending is that of all JSON.
  location ~ ^/(?:[a-z0-9-]+/)?feed\\.json$ {
    types {
    }
    default_type ${quote(`${JSON_FEED_TYPE}; charset=utf-8`)};
    try_files $uri @no-such-data;
  }

  location /slice-data/ {
    try_files $uri @no-such-data;
  }

  location /sitemaps/ {
    try_files $uri @no-such-data;
  }

  location /page-data/ {
    if (${v('data_moved')}) {
      return 301 /page-data${v('data_moved')}/page-data.json;
    }
    if (${v('data_alias')}) {
      return 308 /page-data${v('data_alias')}/page-data.json;
    }
    try_files $uri @no-such-data;
  }

  location @not-found {
    try_files /404.html =404;
  }

  location @gone {
    root ${inside(GONE)};
    try_files ${v('gone')}/index.html =410;
  }

  location @error {
    try_files /500.html =500;
  }

  # Nothing in it could pass for data.
  location @no-such-data {
    types {
    }
    default_type "application/json; charset=utf-8";
    return 404 '{"code":"not-found","detail":"This does not exist"}';
  }

  # Search, where its services run:
  # location = /api/search { proxy_pass http://127.0.0.1:8082; }
  # location = /search { proxy_pass http://127.0.0.1:8083; }
  # location = /page-data/search/page-data.json { proxy_pass http://127.0.0.1:8083; }
}
`
}
