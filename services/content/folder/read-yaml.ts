import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import {
  reasonsAboutCharacters,
  reasonsAgainstKeeping,
} from '../drafts/reasons-about-characters.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { ContentProblem } from './content-problem.ts'
import type { FileText, TextSource } from './read-text.ts'
import { parseJsonFile, parseYamlFile, type SourceText } from './source-text.ts'

/** A file of the folder with the right shape. Its references to other files are not checked yet. */
export interface ContentFile<T> extends FileText {
  value: T
  locate: SourceText['locate']
}

export interface YamlPlace {
  texts: TextSource
  /** The extension decides whether it is JSON or YAML. */
  file: string
  /** Receives everything that is wrong with the file. */
  problems: ContentProblem[]
}

/**
 * @param check finds what a schema cannot express
 * @returns `undefined` when anything is wrong with the file
 */
export async function readYaml<T extends TSchema>(
  { texts, file, problems }: YamlPlace,
  schema: T,
  check: (value: Static<T>) => CodedReason[] = () => [],
): Promise<ContentFile<Static<T>> | undefined> {
  const read = await texts.read(file, problems)
  if (read === undefined) return undefined
  const parse = file.endsWith('.json') ? parseJsonFile : parseYamlFile
  const source = parse(file, read.text)
  problems.push(...source.problems)
  if (source.problems.length > 0) return undefined
  const { value } = source
  const reasons = [
    ...reasonsAgainst(schema, value),
    ...reasonsAboutCharacters(value),
    ...reasonsAgainstKeeping(read.text),
  ]
  if (hasShape(schema, value)) reasons.push(...check(value))
  problems.push(...source.locate(reasons))
  return hasShape(schema, value) && reasons.length === 0
    ? { ...read, value, locate: source.locate }
    : undefined
}
