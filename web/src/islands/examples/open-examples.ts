import type { Locale } from '#shared/contracts/primitives.ts'
import type { Values } from '#shared/formulas/evaluate.ts'
import { announce } from '../../browser/announce.ts'
import { fieldOf } from '../../browser/field-of.ts'
import { ownLanguage } from '../../browser/translated.ts'
import { loadStrings } from '../../strings/load-strings.ts'
import { exampleHash, readExampleHash } from './example-address.ts'
import { addButtons } from './example-buttons.ts'
import { createField, type ExampleField } from './example-field.ts'
import { createResult } from './example-result.ts'

/** What is new is announced, and remembered, once the reader has not typed for this long. */
const PAUSE_MS = 800
/** The most results that are announced at once. */
const MAX_ANNOUNCED = 3

/** Of the page that is shown. */
let followAddress = () => {}
addEventListener('hashchange', () => followAddress())

/**
 * Lets the reader change the examples of the page: fields take the place of the inputs, and all
 * results in the text follow. What the reader has written is remembered in the tab's history, and
 * nowhere else. Examples that are open already stay as they are.
 *
 * @param follow is told the numbers whenever results follow them, and first with those that are there
 */
export async function openExamples(
  follow?: (values: Values, locale: Locale) => void,
): Promise<void> {
  const strings = await loadStrings(ownLanguage())
  const regions = [...document.querySelectorAll<HTMLElement>('[data-example=""]')]
  if (regions.length === 0) return
  // The language tag of a locale is its name with a hyphen; `loadStrings` knows no other tags.
  const locale = strings.languageTag.replace('-', '_') as Locale
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const fields = all('[data-input]').map((place) => createField(place, locale, strings))
  const results = all('[data-calc]').map((place) => createResult(place, locale, strings))
  const { pathname } = location
  let news: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const changed = () => valuesOf(fields.filter((field) => field.value() !== field.own))

  function update(): void {
    const values = valuesOf(fields)
    const fresh = results.map((show) => show(values)).filter((label) => label !== '')
    if (fresh.length > 0) news = fresh
    follow?.(values, locale)
    for (const region of regions) {
      const copy = region.querySelector<HTMLElement>('.copy-link')
      if (copy) copy.dataset.copyPath = exampleHash(region.id, changed())
    }
  }

  /** Announces and remembers. */
  function settle(): void {
    clearTimeout(timer)
    // The reader may have gone on to another page.
    if (location.pathname !== pathname) return
    const wrong = fields.find((field) => field.message() !== '')
    const announcement = wrong?.message() ?? news.slice(0, MAX_ANNOUNCED).join('; ')
    if (announcement !== '') announce(announcement)
    news = []
    history.replaceState({ ...history.state, numbers: changed() }, '')
  }

  /** Shows these numbers, and the article's own for the others. */
  function show(numbers: unknown): void {
    for (const field of fields) {
      const value = fieldOf(numbers, field.name)
      field.set(typeof value === 'number' ? value : field.own)
    }
    update()
  }

  for (const region of regions) {
    region.addEventListener('input', () => {
      update()
      clearTimeout(timer)
      timer = setTimeout(settle, PAUSE_MS)
    })
    region.addEventListener('change', settle)
    region.dataset.example = 'open'
    addButtons(region, strings.resetNumbers, () => {
      show({})
      settle()
    })
  }

  followAddress = () => {
    if (location.pathname !== pathname) return
    const wanted = readExampleHash(location.hash)
    const remembered = fieldOf(history.state, 'numbers')
    show(remembered ?? wanted?.numbers ?? changed())
    news = []
    settle()
    if (wanted && !remembered) document.getElementById(wanted.id)?.scrollIntoView()
  }
  followAddress()
}

const valuesOf = (fields: readonly ExampleField[]): Values =>
  Object.fromEntries(fields.map((field) => [field.name, field.value()]))
