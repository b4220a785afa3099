import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'

/** The first line of every file of age, https://age-encryption.org/v1. */
const FIRST_LINE = Buffer.from('age-encryption.org/v1\n')

/** A backup that is encrypted, where no key is given. */
export class LockedBackupError extends BackupError {
  constructor(name: string) {
    super(`${name} is encrypted: name the file with the key to it in BACKUP_IDENTITY_FILE.`)
  }
}

/** A pair of keys: what is encrypted for the recipient is read with the identity. */
export interface BackupKey {
  /** Public: `age1…`. */
  recipient: string
  /** Secret: `AGE-SECRET-KEY-1…`. */
  identity: string
}

export async function makeBackupKey(): Promise<BackupKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/**
 * Encrypts a stream: authenticated in chunks of 64 KiB, whose order and end are authenticated too.
 *
 * @param recipients at least one; the identity of any of them reads it
 */
export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(ReadableStream.from(chunks))
}

/**
 * Decrypts a stream that is encrypted, and leaves another as it is.
 *
 * @param name of the backup, for errors
 * @param identities are tried one after the other
 * @throws {BackupError} when it is for another key, or was changed or cut short
 */
export async function* decrypt(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const source = watched(chunks)
  const { start, rest } = await readStart(source.chunks)
  if (!start.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) {
    if (start.length > 0) yield start
    yield* rest
    return
  }
  if (identities.length === 0) throw new LockedBackupError(name)
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(ReadableStream.from(following(start, rest)))
  } catch (error) {
    throw source.failure() ?? explain(name, error)
  }
}

/** The same chunks, and afterwards what went wrong with them, if anything. */
function watched(chunks: AsyncIterable<Uint8Array>) {
  let failure: unknown
  async function* watch(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { chunks: watch(), failure: () => failure }
}

/** As many chunks as it takes to tell what the stream is, and what follows them. */
async function readStart(chunks: AsyncGenerator<Uint8Array>) {
  let start = Buffer.alloc(0)
  while (start.length < FIRST_LINE.length) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return { start, rest: chunks }
}

async function* following(
  start: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield start
  yield* rest
}

function explain(name: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return error.message.includes('no identity matched')
    ? new BackupError(`${name} is encrypted for another key than the one in BACKUP_IDENTITY.`)
    : new BackupError(
        `${name} was changed or cut short after it was written. Take another backup.`,
        { cause: error },
      )
}

/** @throws {Error} when this is none */
export const checkRecipient = (recipient: string): void => new Encrypter().addRecipient(recipient)

/** @throws {Error} when this is none */
export const checkIdentity = (identity: string): void => new Decrypter().addIdentity(identity)
