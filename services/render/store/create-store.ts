import { assetListKeys, createAssetStore } from './create-asset-store.ts'
import {
  changeKey,
  createPageStore,
  mostReadKey,
  ownerKey,
  pageFolder,
} from './create-page-store.ts'
import { createPictureStore } from './create-picture-store.ts'
import type { ObjectStorage } from './object-storage.ts'
import type { PageStores } from './page-store.ts'

const BUILD = /^[a-z0-9]{1,64}$/

/** Everything of a build lies in a folder with the build's name; pictures lie in their own. */
export function createStore(storage: ObjectStorage): PageStores {
  const assets = createAssetStore(storage)
  return {
    pages: (build) => createPageStore(storage, checked(build)),
    assets: {
      keep: async (build, folder) => assets.keep(checked(build), folder),
      read: assets.read,
      names: assets.names,
    },
    pictures: createPictureStore(storage),
    async builds() {
      return (await storage.topFolders()).filter((name) => BUILD.test(name)).sort()
    },
    async drop(build, { keepAssets }) {
      checked(build)
      // The owner first: pages without one are not trusted.
      await storage.remove(ownerKey(build))
      if (keepAssets) {
        await storage.remove(mostReadKey(build))
        await storage.removeFolder(pageFolder(build))
      } else {
        for (const list of assetListKeys(build)) await storage.remove(list)
        await storage.removeFolder(build)
      }
      // Last, so that servers that still have its pages in memory notice that they are gone.
      await storage.remove(changeKey(build))
    },
  }
}

function checked(build: string): string {
  if (!BUILD.test(build)) throw new Error(`${JSON.stringify(build)} cannot be the name of a build`)
  return build
}
