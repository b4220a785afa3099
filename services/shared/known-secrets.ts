/** Settings whose value nobody may read but who is given it. Others may be shown in a log. */
export const SECRET_SETTINGS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  // With a password in it.
  'DATABASE_URL',
  'EDITOR_TOKEN',
  'JOBS_TOKEN',
  'LLM_KEY',
  'MEILI_KEY',
  'MEILI_MASTER_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  // Ad systems have their customers' keys in it.
  'SAPE_URL',
] as const

/** Of fewer characters it could be any word, and a log without that word says nothing. */
const LEAST_LENGTH = 8
const HIDDEN = '[secret]'

/** What this process was given, longest first: one may be a part of another. */
let known: readonly string[] = []

/** From now on, what is a secret in these settings is left out by `withoutSecrets`. */
export function rememberSecrets(settings: Readonly<Record<string, string>>): void {
  const found = SECRET_SETTINGS.flatMap((name) => secretsIn(settings[name] ?? ''))
  const forms = found.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  known = [...new Set([...known, ...forms.filter(({ length }) => length >= LEAST_LENGTH)])].sort(
    (one, other) => other.length - one.length,
  )
}

/**
 * A text for a log. Libraries put what they sent into their errors, and servers repeat what they were
 * told, so nobody can know beforehand where a secret turns up.
 */
export const withoutSecrets = (text: string): string =>
  known.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)

/** The password of an address; else the whole, and each of a list without the name before it. */
function secretsIn(setting: string): string[] {
  if (URL.canParse(setting) && setting.includes('://')) {
    const { password } = new URL(setting)
    return [password, decoded(password)]
  }
  const items = setting.split(/[\s,]+/)
  return [setting, ...items, ...items.map((item) => item.replace(/^[^:=]*[:=]/, ''))]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
