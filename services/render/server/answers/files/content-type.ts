import path from 'node:path'
import { MARKDOWN_TYPE } from '../../../documents/article-markdown.ts'
import {
  SPECULATION_RULES_ENDING,
  SPECULATION_RULES_TYPE,
} from '../../../documents/speculation-rules.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.avif': 'image/avif',
  '.csv': 'text/csv; charset=utf-8',
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

/** By the ending of a file's name; bytes where the ending is unknown. */
export const contentTypeOf = (name: string) =>
  TYPES[path.extname(name)] ?? 'application/octet-stream'
