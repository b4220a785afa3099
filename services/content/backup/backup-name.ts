/** The time is written so that names sort by time. The last ending is that of encrypted ones. */
const BACKUP = /^finlore-\d{8}T\d{6}Z\.jsonl\.gz(?:\.age)?$/

/** Whether a backup of this form has this name. Whatever has another is never touched. */
export const isBackupName = (name: string): boolean => BACKUP.test(name)

/** The name of a backup that was begun at this time, to the second. */
export function backupName(time: Date, isEncrypted = false): string {
  const stamp = time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `finlore-${stamp}.jsonl.gz${isEncrypted ? '.age' : ''}`
}

/** The time in a name. */
export function timeOfBackup(name: string): Date {
  const [, day = '', time = ''] = /^finlore-(\d{8})T(\d{6})Z/.exec(name) ?? []
  const part = (text: string, at: number) => text.slice(at, at + 2)
  return new Date(
    `${day.slice(0, 4)}-${part(day, 4)}-${part(day, 6)}T${part(time, 0)}:${part(time, 2)}:${part(time, 4)}Z`,
  )
}

/** The newest first. */
export const sortBackups = (names: readonly string[]): string[] => names.toSorted().reverse()
