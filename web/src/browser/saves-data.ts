/** What a browser says about the reader's connection; some say nothing. */
interface WithConnection {
  connection?: { effectiveType?: string; saveData?: boolean }
}

declare global {
  interface Navigator extends WithConnection {}
  interface WorkerNavigator extends WithConnection {}
}

/** Whether the reader has told the browser to save data. The service worker uses this too. */
export const savesData = () => navigator.connection?.saveData
