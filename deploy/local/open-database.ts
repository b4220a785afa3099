import path from 'node:path'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import { keepPostgres } from './keep-postgres.ts'

/**
 * The database that was named, or the embedded one in the data folder, started for as long as this
 * process runs.
 *
 * @param complain tells the person at the terminal
 * @returns its address
 * @throws {StartError} when the embedded one cannot be started
 */
export async function openDatabase(
  config: Pick<StartConfig, 'DATABASE_URL' | 'LOG_LEVEL'>,
  dataFolder: string,
  cleanUp: CleanUp,
  complain: (line: string) => void,
): Promise<string> {
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL
  const postgres = await keepPostgres({
    directory: path.join(dataFolder, 'postgres'),
    log: (line) => {
      if (config.LOG_LEVEL === 'debug') complain(line)
    },
    say: complain,
  })
  cleanUp.add(postgres.stop)
  return postgres.url
}
