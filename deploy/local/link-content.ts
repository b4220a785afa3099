import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseDocument } from 'yaml'
import type { Locale } from '../../services/shared/contracts/primitives.ts'
import { CONTENT_FOLDER } from './run-content.ts'

const SITE_FILE = 'site.yaml'

/**
 * Makes a folder with the same content, in which the sites have these addresses. All but `site.yaml` are
 * links, so that a text which is changed in its own folder is changed there as well.
 *
 * @param folder of the content; that of the repository unless given
 * @param linked what is there is replaced
 */
export async function linkContent(
  folder: string | undefined,
  linked: string,
  addresses: ReadonlyMap<Locale, string>,
): Promise<void> {
  const from = path.resolve(folder ?? CONTENT_FOLDER)
  await rm(linked, { recursive: true, force: true })
  await mkdir(linked, { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== SITE_FILE) await symlink(path.join(from, name), path.join(linked, name))
  }
  const site = parseDocument(await readFile(path.join(from, SITE_FILE), 'utf8'))
  for (const [locale, address] of addresses) {
    if (site.hasIn(['locales', locale])) site.setIn(['locales', locale, 'address'], address)
  }
  await writeFile(path.join(linked, SITE_FILE), site.toString())
}
