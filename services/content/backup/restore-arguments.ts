import { parseArgs } from 'node:util'
import { BackupError } from './backup-error.ts'

/** @throws {BackupError} with the usage */
export function readRestoreArguments(args: readonly string[], usage: string) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file && more.length === 0) return { file, replace: values.replace }
  } catch {
    // The usage error below covers this as well.
  }
  throw new BackupError(usage.trimEnd())
}
