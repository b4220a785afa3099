import { type Static, Type } from 'typebox'
import { PagePath } from './primitives.ts'

/** Names a page and never carries its content: whoever does the job asks for that. */
export const RebuildJob = Type.Object({ build: Type.String(), path: PagePath })

export type RebuildJob = Static<typeof RebuildJob>
