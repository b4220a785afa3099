import { writeErrorsPage } from '../support/errors-page.ts'

/** Brings `docs/errors.md` up to date with the tables of errors. */
await writeErrorsPage()
