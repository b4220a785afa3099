// Does what the newest browsers do by themselves, or by the style sheet alone. It starts as soon as
// it is loaded, because a name to call would cost bytes on every page of those who need none of it.

import { markSection } from './mark-section.ts'
import { reachTables } from './reach-tables.ts'

markSection()
addEventListener('scroll', markSection, { passive: true })
// Before the browser moves on; the window and the page may have changed since the last time.
addEventListener('keydown', ({ key }) => key === 'Tab' && reachTables(), { capture: true })
