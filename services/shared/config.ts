import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'

/** What every process reads. */
export const commonEnv = {
  HOST: Type.String({ minLength: 1, default: '0.0.0.0' }),
  /** `/livez`, `/readyz` and `/metrics`; 0 takes any free port. */
  OPS_PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 9090 }),
  LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  /** Milliseconds between failing readiness and closing the socket. Exceeds the probe period. */
  DRAIN_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 6_000 }),
}

/**
 * Turn an environment into a typed, frozen configuration, or refuse to start.
 *
 * An empty variable counts as an unset one, because that is how compose files and charts leave out.
 *
 * @param schema every variable the process reads; others are ignored
 * @param env normally `process.env`; tests pass a literal
 * @throws {Error} naming every offending variable at once, never its value
 */
export function parseEnv<T extends TObject>(
  schema: T,
  env: NodeJS.ProcessEnv,
): Readonly<Static<T>> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const candidate = Value.Convert(schema, Value.Default(schema, Value.Clean(schema, present)))
  if (Value.Check(schema, candidate)) return Object.freeze(candidate)

  const problems = Value.Errors(schema, candidate).map((error) =>
    error.keyword === 'required'
      ? `  ${Object.values(error.params).flat().join(', ')}: is missing`
      : `  ${error.instancePath.slice(1) || '(environment)'}: ${error.message}`,
  )
  throw new Error(`Invalid environment:\n${problems.join('\n')}`)
}
