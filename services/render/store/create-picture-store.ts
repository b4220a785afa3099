import type { ObjectStorage } from './object-storage.ts'
import type { PictureStore } from './page-store.ts'
import { isWholePng } from './png.ts'

/** No build can have this name. Builds share the pictures, whose names change with their looks. */
const FOLDER = '_pictures'
const NAME = /^[a-z0-9-]{1,200}$/
/** Files removed at the same time. */
const BATCH = 64

/** Pictures as objects: `_pictures/{name}.png`. */
export function createPictureStore(storage: ObjectStorage): PictureStore {
  return {
    async read(name) {
      const object = await storage.read(keyOf(name))
      return object && isWholePng(object.bytes) ? object.bytes : undefined
    },
    write: async (name, png) => storage.write(keyOf(name), png),
    async dropBefore(moment) {
      let dropped = 0
      let batch: string[] = []
      const drop = async () => {
        await Promise.all(batch.map((key) => storage.remove(key)))
        dropped += batch.length
        batch = []
      }
      for await (const { key, writtenAt } of storage.list(FOLDER)) {
        if (writtenAt < moment) batch.push(key)
        if (batch.length >= BATCH) await drop()
      }
      await drop()
      return dropped
    },
  }
}

function keyOf(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of a picture`)
  return `${FOLDER}/${name}.png`
}
