import { createThreads, type ThreadOptions } from '#shared/threads/create-threads.ts'
import type { Picture } from '../../documents/picture.ts'

export type DrawerOptions = Partial<
  Pick<ThreadOptions, 'threads' | 'maxWaiting' | 'idleMs' | 'jobMs'>
>

export type Drawer = ReturnType<typeof createDrawer>

/** Draws pictures in other threads than the one that answers readers, which drawing would block. */
export function createDrawer(options: DrawerOptions = {}) {
  const { run, close } = createThreads<Picture, ArrayBuffer>({
    script: new URL('./draw-thread.ts', import.meta.url),
    job: 'picture',
    threads: 1,
    maxWaiting: 32,
    idleMs: 30_000,
    jobMs: 10_000,
    ...options,
  })
  return {
    /**
     * @returns a PNG file
     * @throws {SiteError} `unavailable` when too many are waiting already or it takes too long
     * @throws {Error} when it cannot be drawn
     */
    draw: async (picture: Picture): Promise<Buffer> => Buffer.from(await run(picture)),
    /** Cancels what is under way. */
    close,
  }
}
