import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import type { CodedReason } from '../lint/rules.ts'
import type { ContentProblem } from './content-problem.ts'
import { readText } from './read-text.ts'
import { parseJsonFile, parseYamlFile, type SourceText } from './source-text.ts'

/** A file of the folder as it was read: its shape is right, its references are not looked at. */
export interface ContentFile<T> {
  file: string
  /** SHA-256 of the bytes. */
  hash: string
  value: T
  locate: SourceText['locate']
}

export interface YamlPlace {
  folder: string
  /** Relative to the folder; JSON when its name ends so. */
  file: string
  /** Gets everything that is wrong with it. */
  problems: ContentProblem[]
}

export interface YamlRules<T> {
  /** Adds what the file may leave out. */
  complete?: (value: unknown) => unknown
  /** What no schema can say. */
  check?: (value: T) => CodedReason[]
}

/** @returns `undefined` when anything is wrong with the file */
export async function readYaml<T extends TSchema>(
  { folder, file, problems }: YamlPlace,
  schema: T,
  { complete = (value) => value, check = () => [] }: YamlRules<Static<T>> = {},
): Promise<ContentFile<Static<T>> | undefined> {
  const read = await readText(folder, file, problems)
  if (read === undefined) return undefined
  const parse = file.endsWith('.json') ? parseJsonFile : parseYamlFile
  const source = parse(file, read.text)
  problems.push(...source.problems)
  if (source.problems.length > 0) return undefined
  const value = complete(source.value)
  const reasons = [...reasonsAgainst(schema, value), ...reasonsAboutCharacters(value)]
  if (hasShape(schema, value)) reasons.push(...check(value))
  problems.push(...source.locate(reasons))
  return hasShape(schema, value) && reasons.length === 0
    ? { file, hash: read.hash, value, locate: source.locate }
    : undefined
}
