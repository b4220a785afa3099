import './styles/site.css'
import { startIslands } from './islands/start-islands.ts'

/** How long a page that is never idle waits for its scripts. */
const IDLE_TIMEOUT_MS = 2_000
/** Stands in for idleness where the browser cannot tell. */
const FALLBACK_DELAY_MS = 300
const INTENTS = ['pointerdown', 'keydown', 'focusin'] as const

let started = false

// Everything on the page works before this: links, menu and search do not wait for React.
function start() {
  if (started) return
  started = true
  for (const intent of INTENTS) removeEventListener(intent, start)
  // React is a chunk of its own, so that evaluating it and what we made of it are two short tasks.
  Promise.all([import('./hydrate.ts'), import('react-dom/client')])
    .then(([{ hydrate }]) => hydrate())
    // biome-ignore lint/suspicious/noConsole: the page stays readable, and the reason findable
    .catch((error) => console.error(error))
}

function startWhenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(start, FALLBACK_DELAY_MS)
}

startIslands()
for (const intent of INTENTS) addEventListener(intent, start, { passive: true })
if (document.readyState === 'complete') startWhenIdle()
else addEventListener('load', startWhenIdle, { once: true })
