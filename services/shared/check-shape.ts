import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import type { Reason } from './errors.ts'
import { shortened } from './text/shortened.ts'

/** Most reasons reported at once: more are not corrected in one go. */
const MAX_REASONS = 200
// TypeBox stops at 8 by default.
Settings.Set({ maxErrors: MAX_REASONS + 1 })

/** Keywords that only repeat an error that a nested schema reports more precisely. */
const ECHOES = new Set(['boolean', 'anyOf', 'const'])

/**
 * Checks the shape of something that a person wrote, and reports everything that is wrong with it.
 *
 * @returns an empty list if and only if the value has the shape; of more than 200 reasons the first
 *   200, and one that says that there are more
 */
export function reasonsAgainst(schema: TSchema, value: unknown): Reason[] {
  if (hasShape(schema, value)) return []

  const errors = Value.Errors(schema, value)
  const own = errors.filter(({ keyword }) => !ECHOES.has(keyword))
  const reasons = (own.length > 0 ? own : errors).flatMap(
    ({ keyword, instancePath, params, message }): Reason[] => {
      const place = shortened(instancePath)
      switch (keyword) {
        case 'required':
          return named(params, 'requiredProperties').map((name) => ({
            field: `${place}/${name}`,
            message: 'is missing',
          }))
        case 'additionalProperties':
          return named(params, 'additionalProperties').map((name) => ({
            field: `${place}/${shortened(name)}`,
            message: 'is not a known field',
          }))
        case 'enum': {
          const allowed = named(params, 'allowedValues').join(', ')
          return [{ field: place, message: `must be one of: ${allowed}` }]
        }
        case 'pattern':
          return [{ field: place, message: patternMessage(instancePath, message) }]
        default:
          return [{ field: place, message }]
      }
    },
  )
  const byText = new Map(
    joinNull(reasons).map((reason) => [`${reason.field} ${reason.message}`, reason]),
  )
  const different = [...byText.values()]
  return different.length > MAX_REASONS || errors.length > MAX_REASONS
    ? [...different.slice(0, MAX_REASONS), AND_MORE]
    : different
}

const MUST_BE_NULL = 'must be null'

/**
 * A wrong value in a nullable field matches neither branch of its schema. One reason names both:
 * "must be string, or null".
 */
function joinNull(reasons: readonly Reason[]): Reason[] {
  return [...Map.groupBy(reasons, ({ field }) => field).values()].flatMap((ofField) => {
    const others = ofField.filter(({ message }) => message !== MUST_BE_NULL)
    if (others.length === 0 || others.length === ofField.length) return ofField
    return others.map(({ field, message }) => ({ field, message: `${message}, or null` }))
  })
}

const AND_MORE: Reason = {
  field: '',
  message: `has more mistakes; only ${MAX_REASONS} are listed: correct these first`,
}

/** Type guard: true for exactly the values against which {@link reasonsAgainst} finds nothing. */
export function hasShape<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return validatorOf(schema).Check(value)
}

/** @returns what the JSON text says, or `undefined` if it is no JSON or has another shape */
export function parseShape<T extends TSchema>(schema: T, text: string): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return hasShape(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}

const validators = new WeakMap<TSchema, { Check(value: unknown): boolean }>()

/** Compiled once per schema: checking a draft takes 5 µs instead of 90. */
function validatorOf(schema: TSchema) {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  return validator
}

const named = (params: object, key: string): string[] => {
  const value: unknown = Reflect.get(params, key)
  return Array.isArray(value) ? value.map(String) : []
}

/** Says in words what the few patterns of our contracts ask for. */
function patternMessage(field: string, message: string): string {
  if (/\/(slug|category|subcategory|fallback|key|translationKey)$/.test(field)) {
    return 'must be lower-case words joined by hyphens, such as "market-trends"'
  }
  if (/At$/.test(field)) {
    return 'must be a day (2025-03-04) or an instant with its zone (2025-03-04T08:00:00Z)'
  }
  if (/\/url$/.test(field))
    return 'must be an address that begins with https:// or http:// and the name of a host'
  if (/\/(links|thirdPartyScripts)\/\d+$/.test(field)) {
    return 'must be a complete address that begins with https://'
  }
  return message
}
