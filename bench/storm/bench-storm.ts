import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCleanUp } from '../../deploy/local/clean-up.ts'
import { hasNginx } from '../../tests/support/servers/nginx-server.ts'
import { type BenchOptions, type BenchReport, machineFacts } from '../support/bench-report.ts'
import { ARTICLES, runStorm } from './run-storm.ts'
import { limitsOfStorm, rowsOfStorm, whatFailed } from './storm-rows.ts'
import { startStormSite } from './storm-site.ts'

export interface StormBenchOptions extends BenchOptions {
  minutes?: number
  /** The load as a multiple of the highest rate that the site can bear. */
  times?: number
  /** Requests of readers per second; measured unless given. */
  perSecond?: number
}

/**
 * More readers than the site bears, floods, slow sockets, twenty edits a second, and one process
 * after the other killed, all at the same time.
 *
 * @throws {Error} when it cannot be run here, or the site does not come back from a fault
 */
export async function benchStorm({
  say,
  signal,
  minutes = 10,
  times = 3,
  perSecond,
}: StormBenchOptions): Promise<BenchReport> {
  if (!hasNginx()) throw new Error('The storm comes through nginx: install nginx')
  const date = new Date().toISOString()
  const machine = machineFacts()
  const cleanUp = createCleanUp((error) => say(`while stopping: ${error}`))
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-storm-'))
    cleanUp.add(() => rm(folder, { recursive: true, force: true }))
    say(`starting a site of ${ARTICLES} articles`)
    const site = await startStormSite(ARTICLES, folder, cleanUp)
    const figures = await runStorm(site, cleanUp, {
      seconds: minutes * 60,
      times,
      perSecond,
      say,
      signal,
    })
    const { load, probes, memory, goesFirst } = figures
    return {
      bench: 'storm',
      date,
      machine,
      peer: null,
      rows: rowsOfStorm(figures),
      limits: limitsOfStorm(figures),
      memory,
      notes: [
        perSecond === undefined
          ? `Readers at ${times} times the rate at which this same site, load and machine shed and lost nothing and kept p99 of stored pages at 100 ms, for ${minutes} minutes.`
          : `Readers at the rate that was asked for, for ${minutes} minutes: what this machine bears was not looked for.`,
        `The load shares the cores with the site. ${goesFirst ? 'It goes before the processes of the site, and what the site has left of the machine is what it is measured with.' : 'It could not be given precedence: its own waits are in the figures.'} Times that are judged are those of probes, some fifty requests a second by a process that does nothing else; it was late by ${probes.lateness.toFixed(1)} ms in the worst of a hundred moments, the load by ${load.lateness.toFixed(1)} ms.`,
        'Memory is what a process and its children hold by themselves, without programs, files and the buffers of Postgres. It is judged from a minute after the last start of a process on; one that lived for less than two minutes is not judged.',
        ...whatFailed(figures),
      ],
    }
  } finally {
    await cleanUp.run()
  }
}
