import path from 'node:path'
import { MARKDOWN_TYPE } from './article-markdown.ts'
import { SPECULATION_RULES_ENDING, SPECULATION_RULES_TYPE } from './speculation-rules.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': `${MARKDOWN_TYPE}; charset=utf-8`,
  '.png': 'image/png',
  [`.${SPECULATION_RULES_ENDING}`]: SPECULATION_RULES_TYPE,
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Of a file by its ending; one that nobody has thought of is bytes. */
export const contentTypeOf = (name: string) =>
  TYPES[path.extname(name)] ?? 'application/octet-stream'
