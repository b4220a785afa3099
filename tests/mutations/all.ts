import type { GuardedPlaces } from './guarded-places.ts'
import { GUARDS } from './guards.ts'
import { NARROW_LAYOUT } from './narrow-layout.ts'
import { SPECIFIED_VALUES } from './specification.ts'

export const MUTATIONS: readonly GuardedPlaces[] = [
  ...NARROW_LAYOUT,
  ...SPECIFIED_VALUES,
  ...GUARDS,
]
