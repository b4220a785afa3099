/** Settings that are secret. Values of all others may be logged. */
export const SECRET_SETTINGS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'BACKUP_IDENTITY',
  'CDN_PURGE_TOKEN',
  // Contains a password.
  'DATABASE_URL',
  'EDITOR_TOKEN',
  'JOBS_TOKEN',
  'LLM_KEY',
  'MEILI_KEY',
  'MEILI_MASTER_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  // Contains the customer's key of the ad system.
  'SAPE_URL',
  // Contains a secret of each receiver.
  'WEBHOOKS',
] as const

/** A shorter secret could be a common word, and removing that would make logs unreadable. */
const MIN_LENGTH = 8
const HIDDEN = '[secret]'

/** The secrets of this process, longest first, because one may be a part of another. */
let known: readonly string[] = []

/** From now on `withoutSecrets` removes the secrets among these settings. */
export function rememberSecrets(settings: Readonly<Record<string, string>>): void {
  const found = SECRET_SETTINGS.flatMap((name) => secretsIn(settings[name] ?? ''))
  const forms = found.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  known = [...new Set([...known, ...forms.filter(({ length }) => length >= MIN_LENGTH)])].sort(
    (one, other) => other.length - one.length,
  )
}

/**
 * A text that is safe to log. Libraries put what they sent into their errors, and servers repeat
 * their input, so a secret may appear anywhere.
 */
export const withoutSecrets = (text: string): string =>
  known.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)

/**
 * The password of a URL; otherwise the whole value, and each item of a list, also without its name.
 */
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
