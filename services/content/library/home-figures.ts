import type { HomePage } from '#shared/contracts/page.ts'
import { settleAll } from '#shared/settle-all.ts'
import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { loadFactsDay, loadFactsOnHome, shownAt } from './fact-repository.ts'

type HomeFigure = NonNullable<HomePage['figures']>[number]

/** The facts of the home page that have a value, in the order of their file. */
export async function loadHomeFigures(db: Reader): Promise<HomeFigure[]> {
  const [facts, day] = await settleAll([loadFactsOnHome(db), loadFactsDay(db)])
  return facts.flatMap((fact) => {
    const shown = shownAt(fact, day)
    return shown ? [{ title: fact.title, path: `/facts#${fact.fact}`, ...shown }] : []
  })
}

export const shownHomeFigures: TrackedReading<HomeFigure[]> = {
  load: async ({ db }) => new Map([[ONLY[0], await loadHomeFigures(db)]]),
  tags: () => [tags.homeFigures],
}
