/** Why an export failed, as a sentence for the person who started it. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}
