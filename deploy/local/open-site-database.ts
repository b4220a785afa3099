import path from 'node:path'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import { lockDataDirectory } from './data-lock.ts'
import { openDatabase } from './open-database.ts'
import { findRunningPostgres } from './postgres/embedded-postgres.ts'
import { StartError } from './start-error.ts'

/**
 * The database of the site, whether or not the site runs: the one that was named, that of the
 * `npm start` that runs on the data folder, or else one that is started for as long as this process
 * runs.
 *
 * @param complain tells the person at the terminal
 * @returns its address
 * @throws {StartError} when the embedded one cannot be started or belongs to another user
 */
export async function openSiteDatabase(
  config: Pick<StartConfig, 'DATABASE_URL' | 'LOG_LEVEL' | 'DATA_DIR'>,
  cleanUp: CleanUp,
  complain: (line: string) => void,
): Promise<string> {
  const dataFolder = path.resolve(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) {
    try {
      cleanUp.add((await lockDataDirectory(dataFolder)).release)
    } catch (error) {
      const running = findRunningPostgres(path.join(dataFolder, 'postgres'))
      if (!(error instanceof StartError) || running === undefined) throw error
      return running
    }
  }
  return openDatabase({ config, dataFolder, complain }, cleanUp)
}
