import { JSON_FEED_TYPE } from '../public-files/feeds/feed-addresses.ts'
import { GONE } from './entry-files.ts'
import type { NginxNames } from './nginx-names.ts'
import { quote } from './nginx-quote.ts'

/** Which file answers which address, and what is said where there is none. */
export const nginxLocations = ({ v, inside }: NginxNames) => `  location = / {
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
    try_files ${v('wanted')} ${v('wanted')}/index.html =404;
  }

  # Readers find topics by the query of their subcategory.
  location ~ ^(?<finlore_of>/[^/]+/[^/]+)/topics/(?<finlore_slug>[a-z0-9-]+)(?<finlore_page_of>(?:/page/[0-9]+)?)$ {
    if (-f $document_root$uri/index.html) {
      return 308 $finlore_of$finlore_page_of?topic=$finlore_slug;
    }
    return 404;
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

  location /portraits/ {
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

  location ~ ^/articles/[a-z0-9-]+\\.md$ {
    if (${v('markdown_moved')}) {
      return 301 ${v('markdown_moved')}.md;
    }
    error_page 404 @not-found;
    error_page 410 @gone-data;
    if (${v('markdown_gone')}) {
      return 410;
    }
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

  location @gone-data {
    types {
    }
    default_type "application/json; charset=utf-8";
    return 410 '{"code":"gone","detail":"This was withdrawn"}';
  }

  # Search, where its services run:
  # location = /api/search { proxy_pass http://127.0.0.1:8082; }
  # location = /search { proxy_pass http://127.0.0.1:8083; }
  # location = /page-data/search/page-data.json { proxy_pass http://127.0.0.1:8083; }`
