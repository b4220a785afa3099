/** Steps to undo at the end, in reverse order. */
export interface CleanUp {
  add(undo: () => Promise<void> | void): void
  /** Runs every step, even when an earlier one failed. Safe to repeat. */
  run(): Promise<void>
}

export function createCleanUp(onFailure: (error: unknown) => void): CleanUp {
  const steps: (() => Promise<void> | void)[] = []
  let running: Promise<void> | undefined

  const runAll = async () => {
    for (let undo = steps.pop(); undo; undo = steps.pop()) {
      try {
        await undo()
      } catch (error) {
        onFailure(error)
      }
    }
  }
  return {
    add: (undo) => {
      steps.push(undo)
    },
    run: () => {
      running ??= runAll()
      return running
    },
  }
}
