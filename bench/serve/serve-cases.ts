import { pageDataPath } from '../../services/render/documents/page-path.ts'

/** A kind of request. */
export interface Case {
  name: string
  addresses: readonly string[]
  form: 'identity' | 'gzip'
  /** Whether the client has the bytes already. */
  unchanged: boolean
}

/** @param paths of pages; the first of them is the hot one */
export function casesOf(paths: readonly string[]): Case[] {
  const hot = paths.slice(0, 1)
  const form = 'gzip'
  return [
    { name: 'hot page, gzip', addresses: hot, form, unchanged: false },
    { name: 'hot page, plain', addresses: hot, form: 'identity', unchanged: false },
    { name: 'random pages, gzip', addresses: paths, form, unchanged: false },
    { name: 'random pages, plain', addresses: paths, form: 'identity', unchanged: false },
    { name: 'random data, gzip', addresses: paths.map(pageDataPath), form, unchanged: false },
    { name: 'hot page 304, gzip', addresses: hot, form, unchanged: true },
  ]
}
