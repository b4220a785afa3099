import { CHART_KINDS, type ChartKind, type ChartOptions } from '#shared/charts/chart.ts'

/** What the braces at the end of a caption say of its table: `: Federal rates {#rates}`. */
export interface TableOptions {
  /** For links to the table; it stands once in a text. */
  id?: string
  /** What is drawn of it. */
  chart?: ChartOptions
  /** Its inputs can be changed by readers, and results follow. */
  isExample?: true
  /** In which columns the lowest or highest number is marked. */
  best?: BestOption[]
  /** Readers can sort its rows by a column. */
  isSortable?: true
}

export interface BestOption {
  /** The head of the column, or how it begins; without it, the only one with numbers. */
  column?: string
  is: 'low' | 'high'
}

export interface ReadOptions {
  options: TableOptions
  /** What cannot be understood, in words for the writer. */
  mistakes: string[]
}

/** Lower-case letters and digits, joined by hyphens. */
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** The longest id, in characters. */
const LONGEST_ID = 60
/** A word, or a name with a value, which has quotation marks where it has blanks. */
const WORD_OR_SETTING = /[^\s="]+(?:="[^"]*"|=[^\s"]+)?|\S+/g

/** Reads what stands between the braces. */
export function readTableOptions(braces: string): ReadOptions {
  const read: ReadOptions = { options: {}, mistakes: [] }
  const settings: Settings = {}
  for (const [part] of braces.matchAll(WORD_OR_SETTING)) {
    const setting = SETTING.exec(part)
    const mistake = setting ? readSetting(setting, part, settings) : readPart(part, read.options)
    if (mistake !== undefined) read.mistakes.push(mistake)
  }
  addChart(settings, read)
  const best = settings.best === undefined ? undefined : readBest(settings.best)
  if (best) read.options.best = best
  if (read.options.isExample && read.options.id === undefined) {
    read.mistakes.push('is of an example without an id: write one, as in {#payment example}')
  }
  return read
}

/** What is written of a chart and of a comparison, by the names that writers use. */
type Settings = Partial<Record<'chart' | 'mark' | 'columns' | 'best', string>>

const SETTING = /^(chart|mark|columns|best)=(?:"([^"]*)"|(\S+))$/

/** @returns what is wrong with the setting */
function readSetting(
  [, name = '', quoted, plain]: RegExpExecArray,
  part: string,
  settings: Settings,
): string | undefined {
  const key = name as keyof Settings
  if (settings[key] !== undefined) return `has ${key}= twice in its braces: leave one out`
  const value = (quoted ?? plain ?? '').trim()
  const mistake = MISTAKES_IN[key](value)
  if (mistake !== undefined) return `has ${part} in its braces: ${mistake}`
  settings[key] = value
  return undefined
}

const isChartKind = (value: string): value is ChartKind =>
  CHART_KINDS.some((kind) => kind === value)

const MISTAKES_IN: Readonly<Record<keyof Settings, (value: string) => string | undefined>> = {
  chart: (value) => (isChartKind(value) ? undefined : `write one of ${CHART_KINDS.join(', ')}`),
  mark: (value) => (value === 'cross' ? undefined : 'write mark=cross'),
  columns: (value) =>
    namesIn(value).length > 0 ? undefined : 'write the heads of columns, with commas between them',
  best: (value) =>
    readBest(value)
      ? undefined
      : 'write best=low or best=high, and with several columns of numbers best="Fee a year: low"',
}

const BEST = /^(?:(?<column>.*\S)\s*:\s*)?(?<is>low|high)$/s

/** @returns undefined where one of the parts between semicolons cannot be understood */
function readBest(value: string): BestOption[] | undefined {
  const read = value.split(';').map((part): BestOption | undefined => {
    const { column, is } = BEST.exec(part.trim())?.groups ?? {}
    if (is !== 'low' && is !== 'high') return undefined
    return column === undefined ? { is } : { column, is }
  })
  return read.every((one) => one !== undefined) ? read : undefined
}

/** Heads with a comma are written with semicolons between them. */
const namesIn = (columns: string) =>
  columns
    .split(columns.includes(';') ? ';' : ',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function addChart({ chart, mark, columns }: Settings, { options, mistakes }: ReadOptions): void {
  if (chart !== undefined && isChartKind(chart)) {
    options.chart = {
      kind: chart,
      ...(columns !== undefined && { columns: namesIn(columns) }),
      ...(mark !== undefined && { marksCrossings: true }),
    }
  } else if (mistakes.length === 0 && (mark !== undefined || columns !== undefined)) {
    mistakes.push('says how to draw a chart, and not which: write chart=lines, or leave it out')
  }
}

/** What may stand in braces. */
const OPTIONS = '#id, example, sort, chart=…, columns="…", mark=cross and best=…'

/** @returns what is wrong with the part */
function readPart(part: string, options: TableOptions): string | undefined {
  if (part === 'example') {
    options.isExample = true
    return undefined
  }
  if (part === 'sort') {
    options.isSortable = true
    return undefined
  }
  if (!part.startsWith('#')) {
    return `has "${part}" in its braces, which is none of ${OPTIONS}: correct it, or leave it out`
  }
  const id = part.slice(1)
  if (!ID.test(id) || id.length > LONGEST_ID) {
    return `has the id "${id}": write at most ${LONGEST_ID} lower-case letters and digits, with hyphens between words`
  }
  if (options.id !== undefined) return 'has two ids: leave one out'
  options.id = id
  return undefined
}
