// A thread of its own, started by draw-in-threads.ts: draws each picture it is sent, in order.

import { answerJobs } from '#shared/threads/answer-jobs.ts'
import { drawPicture } from './draw-picture.ts'
import type { Picture } from './picture.ts'

/** A PNG file in memory of its own. */
const draw = async (picture: Picture): Promise<ArrayBuffer> =>
  new Uint8Array(await drawPicture(picture)).buffer

answerJobs(draw, (png) => [png])
