import { Value } from 'typebox/value'
import { Shell } from '#shared/contracts/site.ts'
import { SiteError } from '#shared/errors.ts'
import { SHELL_BODY, SHELL_PATH } from '../../documents/shell-files.ts'
import type { EntryLoader } from './load-entry.ts'

/**
 * Header and footer for pages that are rendered per request: the same object until they change.
 *
 * @throws {SiteError} `unavailable` when they are neither stored nor available from content
 */
export type ShellLoader = () => Promise<Shell>

export function createShellLoader(loadEntry: EntryLoader): ShellLoader {
  let known: { etag: string; shell: Shell } | undefined
  return async () => {
    const body = (await loadEntry(SHELL_PATH))?.bodies[SHELL_BODY]
    if (!body) throw new SiteError('unavailable', 'Header and menu are not loaded yet')
    if (known?.etag !== body.etag) {
      const shell = Value.Parse(Shell, JSON.parse(body.bytes.identity.toString()))
      known = { etag: body.etag, shell }
    }
    return known.shell
  }
}
