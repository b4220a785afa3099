import { writeRowPages } from '../support/rows/tables.ts'

/** Brings the tables of rows and tests up to date with the titles of the tests. */
await writeRowPages()
