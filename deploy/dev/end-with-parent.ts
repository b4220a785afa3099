import { onParentGone } from '../local/parent-watch.ts'

// Loaded before a process of `npm run dev`, which must not outlive it.
onParentGone(() => process.exit())
