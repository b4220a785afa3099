// What texts are shown without. What it has in common with the first scripts stays with them where
// it imports them: a third chunk would cost every page a round trip.
import './hydrate.ts'

export { LATER_TEMPLATES } from './pages/later-templates.ts'
export { prepareFrame } from './runtime/prepare-frame.ts'
