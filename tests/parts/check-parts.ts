import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { reasonsAgainst } from './licences.ts'
import { listParts } from './list-parts.ts'
import { readParts } from './read-parts.ts'

/** Of `npm run check`: whether we may use every part, and the list of them. */

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIST = 'tests/.artifacts/parts.cdx.json'

const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
const parts = await readParts()
const reasons = reasonsAgainst(parts)

await mkdir(path.join(ROOT, path.dirname(LIST)), { recursive: true })
await writeFile(path.join(ROOT, LIST), listParts(parts, version))
const shipped = parts.filter(({ isShipped }) => isShipped).length
for (const reason of reasons) process.stdout.write(`${reason}\n`)
process.stdout.write(`${parts.length} parts, of which ${shipped} are shipped: ${LIST}\n`)
process.exitCode = reasons.length === 0 ? 0 : 1
