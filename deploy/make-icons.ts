import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeIcons } from '../services/render/server/pictures/icons.ts'

/** Redraws the icons of `web/public` from its SVG files: `node deploy/make-icons.ts`. */

const FOLDER = path.resolve(import.meta.dirname, '../web/public')

for (const { name, bytes } of await makeIcons(FOLDER)) {
  const file = path.join(FOLDER, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, bytes)
  process.stdout.write(`${name}: ${bytes.length} bytes\n`)
}
