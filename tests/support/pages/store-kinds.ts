import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createBucketStorage } from '../../../services/render/store/bucket-storage.ts'
import { createFolderStorage } from '../../../services/render/store/folder-storage.ts'
import type { ObjectStorage } from '../../../services/render/store/object-storage.ts'
import { openStore } from '../../../services/render/store/open-store.ts'
import type { PageStores } from '../../../services/render/store/page-store.ts'
import {
  parseStoreAddress,
  type StoreAddress,
} from '../../../services/render/store/store-address.ts'
import { findS3Server, NO_S3_SERVER, S3_CREDENTIALS, startS3Server } from '../servers/s3-server.ts'

/** An empty folder or bucket for a store. */
export interface StorePlace {
  /** Opens a store in it, as another process would. */
  open(): PageStores
  /** The storage below the stores, for damaging it. */
  storage: ObjectStorage
}

export interface StoreKind {
  /** Why stores of this kind cannot be tested here. */
  leftOut?: string
  place(): Promise<StorePlace>
  /** Removes everything that was created. */
  close(): Promise<void>
}

/** Both kinds of store, which must behave alike. */
export async function storeKinds(): Promise<(StoreKind & { kind: string })[]> {
  return [
    { kind: 'a folder', ...folders() },
    { kind: 'a bucket', ...(await buckets()) },
  ]
}

function folders(): StoreKind {
  const made: string[] = []
  return {
    async place() {
      const folder = await mkdtemp(path.join(tmpdir(), 'finlore-store-'))
      made.push(folder)
      return placeAt(`file:${folder}`)
    },
    async close() {
      await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

async function buckets(): Promise<StoreKind> {
  const program = await findS3Server()
  if (program === undefined) {
    process.stderr.write(`Left out: stores in a bucket; ${NO_S3_SERVER}\n`)
    const none = () => Promise.reject(new Error(NO_S3_SERVER))
    return { leftOut: NO_S3_SERVER, place: none, close: async () => {} }
  }
  let server: ReturnType<typeof startS3Server> | undefined
  return {
    async place() {
      server ??= startS3Server(program)
      return placeAt((await server).address(`tests/${randomUUID()}`))
    },
    close: async () => (await server)?.stop(),
  }
}

function placeAt(address: string): StorePlace {
  return {
    open: () => openStore(address, { credentials: S3_CREDENTIALS }),
    storage: openStorage(parseStoreAddress(address)),
  }
}

function openStorage(address: StoreAddress): ObjectStorage {
  return address.kind === 'folder'
    ? createFolderStorage(address.folder)
    : createBucketStorage(address, S3_CREDENTIALS)
}
