import { mustReload, watchReturns } from './build-check.ts'
import { tellWorkerToForget } from './worker-signals.ts'

interface BuildOptions {
  /** Of the document that is open. */
  pageBuild: string
  /** The hash of the code that the server runs; `undefined` when it did not answer. */
  askAppHash(): Promise<string | undefined>
  /** Called when the reader comes back to a tab whose code the server no longer runs. */
  onOtherBuild(): void
}

/** Compares the code of the document with the server's: now, and when the reader comes back. */
export function watchBuild({ pageBuild, askAppHash, onOtherBuild }: BuildOptions): void {
  watchReturns({
    document,
    onReturn: () =>
      void askAppHash().then((build) => {
        if (build !== undefined && build !== pageBuild) onOtherBuild()
      }),
  })
  void askAppHash().then((appBuild) => {
    if (!mustReload({ pageBuild, appBuild, storage: () => sessionStorage })) return
    tellWorkerToForget()
    location.reload()
  })
}
