import type { Locale } from '#shared/contracts/primitives.ts'
import { type InputData, unpackFormat } from '#shared/formulas/example-data.ts'
import { printNumber } from '#shared/formulas/printed-number.ts'
import { fromPercent, roundDecimal } from '#shared/formulas/round-decimal.ts'
import { createElement } from '../../browser/create-element.ts'
import type { Strings } from '../../strings/strings.ts'
import { labelCells } from './number-label.ts'
import { readTyped } from './read-typed.ts'

/** The most decimals of a value that a reader types. */
const MAX_DIGITS = 6

export type ExampleField = ReturnType<typeof createField>

/** Puts a field in the place of an input's number, and a slider under it where there is a step. */
export function createField(place: HTMLElement, locale: Locale, strings: Strings) {
  // The server wrote it for this very build.
  const data: InputData = JSON.parse(place.dataset.input ?? '')
  const [name, own, least, most, step, packed] = data
  const format = unpackFormat(packed)
  /** A percentage is what stands before its sign. */
  const shown = (value: number) => roundDecimal(format.isPercent ? value * 100 : value, MAX_DIGITS)
  const labels = labelCells(place).map((cell, at) => {
    // The underscore keeps it apart from the ids of headings.
    cell.id ||= `${name}_${at}`
    return cell.id
  })
  const common = { 'aria-labelledby': labels.join(' '), autocomplete: 'off' }
  const message = createElement('span', { class: 'example-message', id: `${name}_` })
  const field = createElement('input', {
    ...common,
    'aria-describedby': message.id,
    inputmode: 'decimal',
  })
  const slider = createElement('input', {
    ...common,
    type: 'range',
    min: `${shown(least)}`,
    max: `${shown(most)}`,
    step: `${shown(step)}`,
  })
  let value = own

  /** With as many decimals as the value has. */
  function print(number: number): string {
    const { length } = `${shown(number)}`.split('.')[1] ?? ''
    return printNumber(number, { ...format, digits: Math.max(format.digits, length) }, locale)
  }

  function set(next: number, isTyped = false): void {
    value = next
    const text = print(next)
    if (!isTyped) field.value = text
    slider.value = `${shown(next)}`
    slider.ariaValueText = text
    say('')
  }

  function say(text: string): void {
    message.textContent = text
    field.ariaInvalid = `${text !== ''}`
  }

  field.addEventListener('input', () => {
    const typed = readTyped(field.value, format, locale)
    if (typed >= least && typed <= most) set(typed, true)
    else say(strings.numberLimits(print(least), print(most)))
  })
  field.addEventListener('change', () => {
    if (message.textContent === '') set(value)
  })
  slider.addEventListener('input', () => {
    set(format.isPercent ? fromPercent(slider.value) : Number(slider.value))
  })
  place.replaceChildren(field, ...(step > 0 ? [slider] : []), message)
  return {
    name,
    own,
    value: () => value,
    /** Keeps within the limits. */
    set: (next: number) => set(Math.min(most, Math.max(least, next))),
    /** What is wrong with what stands in the field; empty where nothing is. */
    message: () => message.textContent,
  }
}
