import { useStrings } from '../strings/strings-context.ts'

interface DateTimeProps {
  /** ISO 8601, UTC. */
  instant: string
}

/** The day in the site's language. */
export function DateTime({ instant }: DateTimeProps) {
  const strings = useStrings()
  return <time dateTime={instant}>{strings.day(instant)}</time>
}
