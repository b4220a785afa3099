// A thread of its own, started by draw-in-threads.ts: draws each picture it is sent, in order.

import { parentPort } from 'node:worker_threads'
import { drawPicture } from './draw-picture.ts'
import type { Picture } from './picture.ts'

/** A PNG file in memory of its own, or why there is none. */
export type Drawn = { png: ArrayBuffer } | { reason: string }

parentPort?.on('message', async (picture: Picture) => {
  const drawn = await draw(picture)
  // Moved instead of copied.
  parentPort?.postMessage(drawn, 'png' in drawn ? [drawn.png] : [])
})

async function draw(picture: Picture): Promise<Drawn> {
  try {
    return { png: new Uint8Array(await drawPicture(picture)).buffer }
  } catch (error) {
    return { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
