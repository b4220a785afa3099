import { reasonOf } from '../services/shared/database/try-again.ts'
import { checkSettings } from './check-settings.ts'

/** Says whether every process can start with these settings. Connects to nothing and changes nothing. */

try {
  checkSettings(process.env)
  process.stdout.write('Every process can start with these settings.\n')
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
