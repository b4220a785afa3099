import path from 'node:path'
import { MARKDOWN_TYPE } from './article-markdown.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': `${MARKDOWN_TYPE}; charset=utf-8`,
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Of a file that the browser build made; what it does not make yet is bytes. */
export const contentTypeOf = (name: string) =>
  TYPES[path.extname(name)] ?? 'application/octet-stream'
