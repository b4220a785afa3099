import { type Static, type TObject, Type } from 'typebox'
import { Value } from 'typebox/value'
import { givenSettings } from './given-settings.ts'
import { rememberSecrets } from './known-secrets.ts'

/** Settings of every process. */
export const commonEnv = {
  /** Reachable from this machine only, unless the operator sets another address. */
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /** `/livez`, `/readyz` and `/metrics`; 0 takes any free port. */
  OPS_PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 9090 }),
  LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  /** Milliseconds between failing readiness and closing the socket. Exceeds the probe period. */
  DRAIN_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 6_000 }),
}

/** The settings that a service needs wherever it runs: all except those of its ports. */
export type Settings<Config> = Omit<Config, 'HOST' | 'PORT' | 'OPS_PORT' | 'DRAIN_MS'>

/**
 * Settings that a process cannot start with. A person must correct them and needs no stack trace.
 */
export class EnvironmentError extends Error {
  readonly problems: readonly string[]

  /** @param problems one line each: a variable's name, a colon, what is wrong; never a secret */
  constructor(problems: readonly string[]) {
    super(`Invalid environment:\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Turn an environment into a typed, frozen configuration, or refuse to start.
 *
 * An empty variable counts as unset, because compose files and charts cannot leave one out. The
 * value of any `X` may be in a file that `X_FILE` names.
 *
 * @param schema every variable the process reads; others are ignored
 * @param env normally `process.env`; tests pass a literal
 * @throws {EnvironmentError} naming every offending variable at once, never its value
 */
export function parseEnv<T extends TObject>(
  schema: T,
  env: NodeJS.ProcessEnv,
): Readonly<Static<T>> {
  const { values, problems: misgiven } = givenSettings(Object.keys(schema.properties), env)
  rememberSecrets(values)
  const candidate = Value.Convert(schema, Value.Default(schema, values))
  if (misgiven.length === 0 && Value.Check(schema, candidate)) return Object.freeze(candidate)

  const wrong = Value.Errors(schema, candidate).flatMap((error) =>
    error.keyword === 'required'
      ? missing(error.params, misgiven)
      : [`${error.instancePath.slice(1) || '(environment)'}: ${error.message}`],
  )
  throw new EnvironmentError([...misgiven, ...wrong])
}

/** The missing variables, without those whose `_FILE` is already reported as a problem. */
function missing(params: object, misgiven: readonly string[]): string[] {
  return Object.values(params)
    .flat()
    .filter((name) => !misgiven.some((line) => line.startsWith(`${name}_FILE:`)))
    .map((name) => `${name}: is missing`)
}
