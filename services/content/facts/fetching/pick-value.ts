import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { Pointer } from 'typebox/value'
import type { Day } from '#shared/contracts/fact.ts'
import { shortened } from '#shared/text/shortened.ts'
import { dayExists } from '../../drafts/check-time.ts'
import { type FactFetch, isPointer } from '../fact-file.ts'

/** What an address says of a fact, and since when. */
export interface PickedValue {
  figure: number
  day: Day
}

type Places = Pick<FactFetch, 'value' | 'on'>

/**
 * Finds the value of a fact in what its address has sent: JSON or CSV, as the places say. Of a CSV it is
 * the row with the newest day whose value is a number.
 *
 * @throws {Error} saying what is not there, after the name of the host
 */
export const pickValue = async (text: string, places: Places): Promise<PickedValue> =>
  isPointer(places.value) ? pickFromJson(text, places) : pickFromCsv(text, places)

function pickFromJson(text: string, { value, on }: Places): PickedValue {
  const document = parseJson(text)
  const [found, day] = [Pointer.Get(document, value), Pointer.Get(document, on)]
  const figure = figureOf(found)
  if (figure === undefined) throw new Error(`has no number at ${value}: ${written(found)}`)
  if (!isDay(day)) throw new Error(`has no day at ${on}, such as 2026-11-20: ${written(day)}`)
  return { figure, day }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('sent no JSON')
  }
}

const written = (value: unknown): string =>
  value === undefined ? 'nothing stands there' : shortened(JSON.stringify(value))

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/

/** A number, or a text that is one. */
function figureOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : undefined
}

const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayExists(text)

/** Characters that are parsed before other work may run. */
const PIECE_LENGTH = 64 * 1024

async function pickFromCsv(text: string, { value, on }: Places): Promise<PickedValue> {
  let columns: { value: number; on: number } | undefined
  let newest: PickedValue | undefined
  for await (const row of rowsOf(text)) {
    if (columns) {
      const [figure, day] = [figureOf(row[columns.value]), row[columns.on]?.trim()]
      const isNewer = isDay(day) && (newest === undefined || day > newest.day)
      if (figure !== undefined && isNewer) newest = { figure, day }
    } else {
      columns = { value: columnOf(row, value), on: columnOf(row, on) }
    }
  }
  if (newest) return newest
  throw new Error(`has no row with a number in ${value} and a day, such as 2026-11-20, in ${on}`)
}

function columnOf(head: readonly string[], name: string): number {
  const place = head.findIndex((one) => one.trim() === name)
  if (place === -1) throw new Error(`sent no CSV with a column ${name}`)
  return place
}

async function* rowsOf(text: string): AsyncGenerator<readonly string[]> {
  const rows = parse({ bom: true, skip_empty_lines: true })
  // A failure reaches the loop below as well.
  const reading = pipeline(Readable.from(piecesOf(text)), rows).catch(() => {})
  try {
    for await (const row of rows) yield row
  } catch {
    throw new Error('sent no CSV: its rows cannot be told apart, or differ in length')
  } finally {
    rows.destroy()
    await reading
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) yield text.slice(at, at + PIECE_LENGTH)
}
