declare global {
  interface Navigator {
    /** What a browser tells of the reader's connection; some tell nothing. */
    connection?: { effectiveType?: string; saveData?: boolean }
  }
}

/** Whether the reader has asked the browser to save data; the service worker asks as well. */
export const savesData = () => navigator.connection?.saveData
