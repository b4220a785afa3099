/** What a browser tells of the reader's connection; some tell nothing. */
interface ToldConnection {
  connection?: { effectiveType?: string; saveData?: boolean }
}

declare global {
  interface Navigator extends ToldConnection {}
  interface WorkerNavigator extends ToldConnection {}
}

/** Whether the reader has asked the browser to save data; the service worker asks as well. */
export const savesData = () => navigator.connection?.saveData
