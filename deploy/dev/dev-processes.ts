import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { StartError } from '../local/start-error.ts'
import { type ProcessName, startOf } from '../processes.ts'

const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href

export type DevProcesses = ReturnType<typeof createDevProcesses>

/**
 * The site's processes as a cluster runs them, on this machine. They are killed, which is quick: it
 * loses nothing that was acknowledged.
 *
 * @param envOf what a process finds in its environment
 */
export function createDevProcesses(envOf: (name: ProcessName) => NodeJS.ProcessEnv) {
  const running = new Map<ProcessName, ChildProcess>()
  let failure = new AbortController()

  const begin = (name: ProcessName, ...more: readonly string[]) => {
    const { args, env } = startOf([name, ...more], envOf(name))
    return spawn(process.execPath, ['--import', END_WITH_PARENT, ...args], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }
  const replace = async (name: ProcessName) => {
    await end(name)
    const child = begin(name)
    running.set(name, child)
    child.once('exit', () => {
      if (running.get(name) !== child) return
      running.delete(name)
      failure.abort(new StartError(`${name} has ended. It starts again when a file is saved.`))
    })
  }
  const end = async (name: ProcessName) => {
    const child = running.get(name)
    if (!child) return
    running.delete(name)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  return {
    /**
     * Replaces those that are named, and starts those that do not run.
     *
     * @returns aborted when one of them all ends by itself
     */
    async restart(names: readonly ProcessName[], all: readonly ProcessName[]) {
      failure = new AbortController()
      await Promise.all(
        all.filter((name) => names.includes(name) || !running.has(name)).map(replace),
      )
      return failure.signal
    },
    /** Runs one to its end, and says whether it did its work. */
    async run(name: ProcessName, ...args: readonly string[]) {
      const [code] = await once(begin(name, ...args), 'exit')
      return code === 0
    },
    async stop() {
      await Promise.all([...running.keys()].map(end))
    },
  }
}
