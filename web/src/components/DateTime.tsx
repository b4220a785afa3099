import { useStrings } from '../strings/strings-context.ts'

interface DateTimeProps {
  /** ISO 8601, UTC. */
  instant: string
}

/** The day in the site's language; in UTC, so that server and browser print the same. */
export function DateTime({ instant }: DateTimeProps) {
  const { languageTag } = useStrings()
  const format = new Intl.DateTimeFormat(languageTag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return <time dateTime={instant}>{format.format(new Date(instant))}</time>
}
