import { writeErrorsPage } from '../support/source/errors-page.ts'

/** Brings `docs/errors.md` up to date with the tables of errors. */
await writeErrorsPage()
