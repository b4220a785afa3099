/**
 * Calls back once when the parent process is gone, however it ended. `run.mjs` holds the other end
 * of an IPC channel, which the system closes when it ends. Without such a channel (started by hand)
 * nothing is watched. Watching does not keep this process alive.
 */
export function onParentGone(callback: () => void): void {
  const channel = process.channel
  if (!channel) return
  process.once('disconnect', callback)
  // Adding a listener makes the channel count as work to wait for.
  channel.unref()
}
