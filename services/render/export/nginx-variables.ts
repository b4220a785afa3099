import type { IndexingSwitch } from '#shared/http/indexing.ts'
import { PICTURES_FOR_OTHERS } from '#shared/http/security-headers.ts'
import { CACHING, SHARED_CACHING } from '../pages/caching.ts'
import { SERVICE_WORKER_PATH } from '../public-files/service-worker-file.ts'
import { SPECULATION_RULES_VALUE } from '../public-files/speculation-rules.ts'
import { ALIASES_MAP, GONE_MAP, MOVED_MAP } from './nginx-maps.ts'
import type { NginxNames } from './nginx-names.ts'
import { quote } from './nginx-quote.ts'

/** As in `topic-address.ts`. */
const SECTION = '/(?!(?:articles|authors|info)/)[a-z0-9-]+/[a-z0-9-]+'

interface NginxVariables {
  /** Lines of all maps together. */
  mapEntries: number
  /** Who may show files that are no pictures for others. */
  resourcePolicy: string
  indexing: IndexingSwitch
}

/** What nginx finds out about a request, and what its answer says because of it. */
export function nginxVariables(
  { v, inside }: NginxNames,
  { mapEntries, resourcePolicy, indexing }: NginxVariables,
): string {
  // With room to spare, nginx finds a place for every line at its first try.
  const hashSize = 2048 + 2 * mapEntries
  return `# Once for all sites of this nginx; addresses are longer than its default allows.
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

# The article whose twin in Markdown is asked for.
map $uri ${v('markdown_of')} {
  default "";
  "~^(?<finlore_article>/articles/[^/]+)\\.md$" $finlore_article;
}

map ${v('markdown_of')} ${v('markdown_moved')} {
  default "";
  include ${inside(MOVED_MAP)};
}

map ${v('markdown_of')} ${v('markdown_gone')} {
  default "";
  include ${inside(GONE_MAP)};
}

# The page that is asked for, whose file a topic of a subcategory has elsewhere. What cannot be a
# topic has none, and no part of it comes into the name of a file.
map "$uri?$arg_topic" ${v('wanted')} {
  default $uri;
  "~^(?<finlore_section>${SECTION})(?<finlore_number>(?:/page/[0-9]+)?)\\?(?<finlore_topic>[a-z0-9-]+)$" $finlore_section/topics/$finlore_topic$finlore_number;
  "~^${SECTION}(?:/page/[0-9]+)?\\?." /-;
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
  "~^(?:200|206|304) /(?:assets|og|portraits|page-data/sq)/" ${quote(CACHING.immutable)};
  "~^(?:200|206|304) ${SERVICE_WORKER_PATH.replace('.', '\\.')}(?:\\?|$)" ${quote(CACHING.noCache)};
  "~^404 /(?:assets|og|portraits|page-data|sitemaps|slice-data)/" ${quote(CACHING.never)};
  "~^4(?:04|10) /articles/[a-z0-9-]+\\.md(?:\\?|$)" ${quote(CACHING.never)};
  "~^404 /(?:[a-z0-9-]+/)?feed\\.(?:atom|json)(?:\\?|$)" ${quote(CACHING.never)};
  "~^5" ${quote(CACHING.never)};
  "~^(?:204|405)" ${quote(CACHING.never)};
}

map ${v('caching')} ${v('shared_caching')} {
  default "";
  ${quote(CACHING.revalidate)} ${quote(SHARED_CACHING.revalidate ?? '')};
}

# Of articles as Markdown the page is listed, and never the twin.
map $uri ${v('robots')} {
  default ${quote(indexing === 'on' ? '' : 'noindex')};
  "~^/articles/[^/]+\\.md$" "noindex";
}

# Pictures of pages may be shown by other sites.
map $uri ${v('resource_policy')} {
  default ${quote(resourcePolicy)};
  "~^${PICTURES_FOR_OTHERS}" "cross-origin";
}

# Browsers may fetch the page of a link before the click.
map $sent_http_content_type ${v('speculation_rules')} {
  default "";
  "~^text/html" ${quote(SPECULATION_RULES_VALUE)};
}

map $status ${v('allow')} {
  default "";
  "~^(?:204|405)$" "GET, HEAD, OPTIONS";
}`
}
