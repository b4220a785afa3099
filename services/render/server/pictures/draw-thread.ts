// Run in worker threads by draw-in-threads.ts.

import type { Picture } from '../../documents/picture.ts'
import { drawPicture } from './draw-picture.ts'

/** A PNG file in a buffer of its own: sending a part of a larger one would copy all of it. */
export const work = (picture: Picture): ArrayBuffer => new Uint8Array(drawPicture(picture)).buffer
