import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseSource } from '../source/parse-source.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const FOLDERS = ['services', 'web/src', 'deploy', 'tests']

const ID = String.raw`(?:M-\d{3}|[ABCEFPST]\d{1,2})`
/** The ids at the end of a title, as in `lists its articles [M-003, F12]`. */
const IDS = new RegExp(String.raw`\[(${ID}(?:, ${ID})*)\]`, 'g')
/** What looks like an id and stands anywhere but there, or in another form. */
const ODD = /\[[A-Z]-?\d[^\]]*\]|^[A-Z]-?\d+(?:, [A-Z]-?\d+)*: /

/** A test, or a group of tests, that carries the ids of the rows that it holds. */
export interface Holder {
  /** From the root of the repository. */
  file: string
  /** With the titles of the groups around it, as they are written in the code, without ids. */
  title: string
  ids: string[]
}

/** The ids in a title, or in the full name with which a test runs. */
export const idsIn = (name: string): string[] =>
  [...name.matchAll(IDS)].flatMap(([, ids = '']) => ids.split(', '))

/** Whether all ids of a title stand at its end in their one form. */
export const isWellFormed = (title: string): boolean => !ODD.test(splitTitle(title).title)

function splitTitle(written: string): Omit<Holder, 'file'> {
  const at = written.lastIndexOf(' [')
  const end = at === -1 ? '' : written.slice(at + 1)
  const ids = idsIn(end)
  return `[${ids.join(', ')}]` === end && ids.length > 0
    ? { title: written.slice(0, at), ids }
    : { title: written, ids: [] }
}

/** Every test with ids in the repository, by its file and its place there; and titles in another form. */
export async function findHolders(): Promise<{ holders: Holder[]; odd: string[] }> {
  const found = await Promise.all((await listTestFiles()).map((file) => holdersIn(file)))
  return {
    holders: found.flatMap(({ holders }) => holders),
    odd: found.flatMap(({ odd }) => odd),
  }
}

/** @param source the text of the file, for tests of this module; else the file is read */
export async function holdersIn(file: string, source?: string) {
  const text = source ?? (await readFile(path.join(ROOT, file), 'utf8'))
  // Most files hold no row, and parsing all takes seconds.
  if (!/\[[A-Z]-?\d|['"`][A-Z]-?\d+[:,]/.test(text)) return { holders: [], odd: [] }
  const { titles } = await parseSource(file, text)
  const split = titles.map(({ text: written, groups }) => {
    const { title, ids } = splitTitle(written)
    return {
      file,
      title: [...groups.map((group) => splitTitle(group).title), title].join(' '),
      ids,
    }
  })
  return {
    holders: split.filter(({ ids }) => ids.length > 0),
    odd: titles
      .filter((title) => !isWellFormed(title.text))
      .map((title) => `${file}:${title.line} ${title.text}`),
  }
}

async function listTestFiles(): Promise<string[]> {
  const names = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(path.join(ROOT, folder), { recursive: true })).map((name) =>
        path.posix.join(folder, name),
      ),
    ),
  )
  return names
    .flat()
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .sort()
}
