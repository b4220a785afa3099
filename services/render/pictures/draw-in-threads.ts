import { createThreads } from '#shared/threads/create-threads.ts'
import type { Picture } from '../documents/picture.ts'

export interface DrawerOptions {
  /** The largest number of threads. They are started on demand. */
  threads?: number
  /** Pictures that may wait for a thread; further requests are refused. */
  maxWaiting?: number
  /** Milliseconds until an idle thread is ended: it holds about 40 MB. */
  idleMs?: number
  /** Milliseconds that a picture may take; a thread that takes longer is ended. */
  drawMs?: number
}

export interface Drawer {
  /**
   * @returns a PNG file
   * @throws {SiteError} `unavailable` when too many are waiting already or it takes too long
   * @throws {Error} when it cannot be drawn
   */
  draw(picture: Picture): Promise<Buffer>
  /** Cancels what is under way. */
  close(): Promise<void>
}

/** Draws pictures in other threads than the one that answers readers, which drawing would block. */
export function createDrawer({
  threads = 1,
  maxWaiting = 32,
  idleMs = 30_000,
  drawMs = 10_000,
}: DrawerOptions = {}): Drawer {
  const { run, close } = createThreads<Picture, ArrayBuffer>({
    script: new URL('./draw-thread.ts', import.meta.url),
    job: 'picture',
    threads,
    maxWaiting,
    idleMs,
    jobMs: drawMs,
  })
  return {
    async draw(picture) {
      return Buffer.from(await run(picture))
    },
    close,
  }
}
