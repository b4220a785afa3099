import { Value } from 'typebox/value'
import { Shell } from '#shared/contracts/site.ts'
import { SiteError } from '#shared/errors.ts'
import { SHELL_BODY, SHELL_PATH } from '../documents/shell-files.ts'
import type { EntryLoader } from './load-entry.ts'

/** Header and footer for pages that are rendered per request. */
export interface ShellSource {
  /** @throws {SiteError} `unavailable` when it is neither stored nor available from content */
  load(): Promise<Shell>
  /** Calls back each time a shell is loaded that differs from the one before. */
  onChange(callback: (shell: Shell) => Promise<void>): void
}

export function createShellSource(loadEntry: EntryLoader): ShellSource {
  let known: { etag: string; shell: Shell } | undefined
  const callbacks: ((shell: Shell) => Promise<void>)[] = []

  return {
    async load() {
      const body = (await loadEntry(SHELL_PATH))?.bodies[SHELL_BODY]
      if (!body) throw new SiteError('unavailable', 'Header and menu are not loaded yet')
      if (known?.etag === body.etag) return known.shell

      const shell = Value.Parse(Shell, JSON.parse(body.bytes.identity.toString()))
      known = { etag: body.etag, shell }
      await Promise.all(callbacks.map((callback) => callback(shell)))
      return shell
    },
    onChange(callback) {
      callbacks.push(callback)
    },
  }
}
