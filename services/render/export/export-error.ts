/** Why there is no export, as a sentence for the person who asked for it. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}
