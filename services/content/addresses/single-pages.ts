import { type KindsWith, PAGE_KINDS } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { keysOf } from '#shared/keys-of.ts'

/** Page kinds with one page, which every site has at the same path. */
export type SingleKind = KindsWith<{ path: string }>

const isSingle = (kind: keyof typeof PAGE_KINDS): kind is SingleKind =>
  PAGE_KINDS[kind].path !== null

export const SINGLE_KINDS = keysOf(PAGE_KINDS).filter(isSingle)

export const SINGLE_PATHS: readonly PagePath[] = SINGLE_KINDS.map((kind) => PAGE_KINDS[kind].path)

/** A value for each of them. */
export const bySingleKind = <T>(make: (kind: SingleKind) => T) =>
  Object.fromEntries(SINGLE_KINDS.map((kind) => [kind, make(kind)])) as Record<SingleKind, T>
