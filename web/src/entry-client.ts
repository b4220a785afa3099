import './styles/site.css'
import { watchChunkFailures } from './chunk-failure.ts'
import { startIslands } from './islands/start-islands.ts'
import { savesData } from './saves-data.ts'
import { loadStrings } from './strings/load-strings.ts'
import { watchErrors } from './tell-error.ts'
import { isTranslated, ownLanguage } from './translated.ts'

/** Events that show that a reader may soon click; each comes before that click. */
const INTENTS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
] as const
/**
 * Without such an event the scripts load after a while, because they also keep the page offline.
 */
const LINGER_MS = 10_000
/** How long a page that is never idle waits for them. */
const IDLE_TIMEOUT_MS = 2_000
/** How long the server may take to say that it is there. */
const ANSWER_MS = 5_000

let started = false

// Browsers report a pointer that rests where a page appears as a move of zero pixels.
const isResting = (event: Event) =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0

function takeSign(event: Event) {
  if (!isResting(event)) start()
}

// Everything on the page works before this, and without: links, menu and search need no React.
function start() {
  if (started) return
  started = true
  for (const intent of INTENTS) removeEventListener(intent, takeSign)
  if (isTranslated() || savesData()) return
  // Request all at once, so that on a slow connection none waits for another. React is a chunk of
  // its own, so that evaluating it and our own code are two short tasks.
  const words = loadStrings(ownLanguage())
  // Nobody catches what fails: the page stays readable, and those who watch for that see to it.
  void Promise.all([import('./hydrate.ts'), words, import('react-dom/client')]).then(
    ([{ hydrate }, strings]) => hydrate(strings),
  )
}

watchChunkFailures({
  window,
  storage: () => sessionStorage,
  mayReload() {
    const request = { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }
    // A page that can be read, and what a reader is typing, are worth more than a script.
    return fetch('', request).then(
      ({ status }) => status < 500 && !(document.activeElement instanceof HTMLInputElement),
      () => false,
    )
  },
  reload: () => location.reload(),
})

function startWhenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: IDLE_TIMEOUT_MS })
  else start()
}

watchErrors()
startIslands()
for (const intent of INTENTS) addEventListener(intent, takeSign, { passive: true })
setTimeout(startWhenIdle, LINGER_MS)
