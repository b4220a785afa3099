import { readFileSync } from 'node:fs'
import { fieldOf } from './field-of.ts'

export interface GivenSettings {
  /** By name. Empty variables are left out. */
  values: Record<string, string>
  /** What is wrong with how they are given, one line each; never contains a value. */
  problems: string[]
}

/**
 * The settings with these names. `X` may be in the environment, or in a file that `X_FILE` names.
 * Secrets should be in files, because the environment of a process is visible to those who can list
 * processes. The line break that editors and shells leave at the end of a file is removed.
 */
export function givenSettings(names: readonly string[], env: NodeJS.ProcessEnv): GivenSettings {
  const given: GivenSettings = { values: {}, problems: [] }
  for (const name of names) {
    const value = env[name] || undefined
    const file = env[`${name}_FILE`] || undefined
    if (value !== undefined && file !== undefined) {
      given.problems.push(`${name}: ${name}_FILE is given as well; keep one of the two`)
    }
    if (value !== undefined) given.values[name] = value
    else if (file !== undefined) takeFile(given, name, file)
  }
  return given
}

function takeFile({ values, problems }: GivenSettings, name: string, file: string): void {
  try {
    const text = withoutLastBreak(readFileSync(file, 'utf8'))
    // A secret left empty by mistake must not turn off the protection that it is for.
    if (text === '') problems.push(`${name}_FILE: the file ${file} is empty`)
    else values[name] = text
  } catch (error) {
    const code = fieldOf(error, 'code')
    problems.push(`${name}_FILE: the file ${file} cannot be read (${code})`)
  }
}

const withoutLastBreak = (text: string) => text.replace(/\r?\n$/, '')
