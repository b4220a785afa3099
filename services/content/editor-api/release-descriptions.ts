import { TriedRelease } from '#shared/contracts/effect.ts'
import { OneRelease, ReleaseList, Schedule } from './answers.ts'
import { describes, withEntityTag } from './route-description.ts'

const section = 'Releases'
const one = { 200: withEntityTag(OneRelease) }
const changing = ['not-found', 'conflict', 'precondition-required', 'precondition-failed'] as const

/** What the routes of releases say of themselves. */
export const RELEASE_ROUTES = {
  schedule: describes({
    summary: 'Answers what waits for its time, and what could not be published at it',
    section,
    answers: { 200: Schedule },
  }),
  list: describes({
    summary: 'Lists releases that are not over, or those of a state',
    section,
    answers: { 200: ReleaseList },
  }),
  make: describes({
    summary: 'Makes a release of drafts that are to become one revision',
    section,
    answers: { 201: withEntityTag(OneRelease) },
    refusals: ['not-found', 'conflict'],
  }),
  read: describes({
    summary: 'Answers a release with its drafts',
    section,
    answers: one,
    refusals: ['not-found'],
  }),
  change: describes({
    summary: 'Changes the name of a release, or all of its drafts',
    section,
    answers: one,
    refusals: changing,
  }),
  cancel: describes({
    summary: 'Calls the time of a release off: its drafts can be changed again',
    section,
    answers: one,
    refusals: changing,
  }),
  takeApart: describes({
    summary: 'Takes a release apart; its drafts stay',
    section,
    answers: one,
    refusals: changing,
  }),
  try: describes({
    summary: 'Says what publishing a release would change',
    section,
    answers: { 200: TriedRelease },
    refusals: ['not-found', 'conflict'],
  }),
  publish: describes({
    summary: 'Publishes a release as one revision, now or at a time',
    section,
    answers: { ...one, 202: withEntityTag(OneRelease) },
    refusals: changing,
  }),
}
