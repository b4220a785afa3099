import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/machine/longest-first.ts'

/** The kinds of test, by what they may use: docs/developing.md has them in a table. */
export default defineConfig({
  test: {
    // Much of a test is waiting, so a small machine can bear one more than it has cores to spare.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: 'tests/.artifacts/results.json' },
    sequence: { sequencer: LongestFirst },
    // A busy machine is no failure: the default is one second.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{services,web,deploy}/**/*.test.{ts,tsx}'],
          // Loading the code anew for each file takes longer than most files. Who fakes timers or globals undoes it.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: 'tests/support/postgres/postgres-setup.ts',
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'chart',
          include: ['tests/chart/**/*.test.ts'],
          // Releases in a cluster wait for each other's pods, and not for this machine.
          maxConcurrency: 10,
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // Processes that are killed and must be back in time: after the others, with the machine to themselves.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'containers',
          include: ['tests/containers/**/*.test.ts'],
          globalSetup: 'tests/support/containers/container-site-setup.ts',
          // One site for all of them, whose parts they stop: one file after another, and after the others.
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          globalSetup: 'tests/support/site/site-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
