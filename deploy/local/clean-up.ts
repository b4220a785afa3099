/** What must be undone at the end, last things first. */
export interface CleanUp {
  add(undo: () => Promise<void> | void): void
  /** Undoes everything, each step whether or not the one before it failed. Safe to repeat. */
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
