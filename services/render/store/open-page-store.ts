import { createFilePageStore } from './file-page-store.ts'
import type { PageStore } from './page-store.ts'

/** @param address the value of `PAGE_STORE` */
export function openPageStore(address: string, build: string): PageStore {
  if (!address.startsWith('file:')) {
    throw new Error(`PAGE_STORE must be file: and a folder, not ${address.split(':', 1)[0]}:`)
  }
  return createFilePageStore(address.slice('file:'.length), build)
}
