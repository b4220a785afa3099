import { expect, test } from 'vitest'
import { errorsPage, readErrorsPage } from '../support/source/errors-page.ts'

test('the page of errors is what the tables of codes give', async () => {
  expect(await readErrorsPage(), 'run tests/architecture/write-errors.ts').toBe(errorsPage())
})
