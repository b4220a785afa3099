// Does what the newest browsers do by themselves, or by the style sheet alone. It starts when it is
// loaded, because an exported function would add bytes to the boot script of every reader.

import { markSection } from './mark-section.ts'
import { reachTables } from './reach-tables.ts'

markSection()
addEventListener('scroll', markSection, { passive: true })
// Before the browser moves the focus, because window and page may have changed since the last time.
addEventListener('keydown', ({ key }) => key === 'Tab' && reachTables(), { capture: true })
