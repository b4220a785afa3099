import { useStrings } from '../strings/strings-context.ts'
import { Section } from './Section.tsx'

/** Whose scripts run on this site, for the page about privacy. */
export function ScriptHosts({ hosts = [] }: { hosts?: readonly string[] | undefined }) {
  const strings = useStrings()
  if (hosts.length === 0) return null
  return (
    <Section id="scripts-of-others" heading={strings.scriptsOfOthers} className="prose">
      <p>{strings.scriptsOfOthersNote}</p>
      <ul>
        {hosts.map((host) => (
          <li key={host}>{host}</li>
        ))}
      </ul>
    </Section>
  )
}
