/** A backup that cannot be taken or restored: a sentence for whoever asked for it. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
