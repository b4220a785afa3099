import './styles/site.css'
import { watchChunkFailures } from './browser/chunk-failure.ts'
import { reportUncaughtErrors } from './browser/report-error.ts'
import { savesData } from './browser/saves-data.ts'
import { isTranslated, ownLanguage } from './browser/translated.ts'
import { BODY_ELEMENT_ID } from './components/body-html.ts'
import { startIslands } from './islands/start-islands.ts'
import { loadStrings } from './strings/load-strings.ts'

/** Events that show that the reader may soon click: each of them precedes a click. */
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
 * Without such an event the scripts load after this time, because they also cache the page offline.
 */
const LOAD_ANYWAY_MS = 10_000
/** A page that is never idle delays the scripts no longer than this. */
const MAX_IDLE_WAIT_MS = 2_000
/** A server that does not answer within this time counts as unreachable. */
const MAX_ANSWER_MS = 5_000

let started = false

// When a page appears under a resting pointer, browsers report a move of zero pixels.
const isResting = (event: Event) =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0

function onIntent(event: Event) {
  if (!isResting(event)) start()
}

const loadLaterParts = () => import('./later-parts.ts')

// The page works without this: links, menu and search need no React.
function start() {
  if (started) return
  started = true
  for (const intent of INTENTS) removeEventListener(intent, onIntent)
  if (isTranslated() || savesData()) return
  // All are requested together, so that on a slow connection none waits for another. React is a
  // chunk of its own, so that evaluating it and our code are two short tasks instead of a long one.
  // A failure stays uncaught: the page remains readable, and `watchChunkFailures` handles it.
  void Promise.all([
    import('./hydrate.ts').then(({ hydrate }) => hydrate),
    loadStrings(ownLanguage()),
    import('./browser/react-root.ts'),
    // Only texts have such an element, and can be shown without.
    document.getElementById(BODY_ELEMENT_ID) ?? loadLaterParts(),
  ]).then(([hydrate, strings]) => hydrate(strings, loadLaterParts))
}

watchChunkFailures({
  window,
  storage: () => sessionStorage,
  mayReload() {
    const request = { method: 'HEAD', signal: AbortSignal.timeout(MAX_ANSWER_MS) }
    // The page can be read as it is. A reload must not replace it with an error, or lose typed
    // text.
    return fetch('', request).then(
      ({ status }) => status < 500 && !(document.activeElement instanceof HTMLInputElement),
      () => false,
    )
  },
  reload: () => location.reload(),
})

function startWhenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: MAX_IDLE_WAIT_MS })
  else start()
}

reportUncaughtErrors()
startIslands()
for (const intent of INTENTS) addEventListener(intent, onIntent, { passive: true })
setTimeout(startWhenIdle, LOAD_ANYWAY_MS)
