/** What Node reports of the limits of its process; a limit that is not set is a word. */
interface UserLimits {
  open_files?: { soft: number | string }
}

/** Descriptors that this process may have open at the same time; `Infinity` where nothing limits it. */
export function descriptorLimit(): number {
  const { report } = process
  // Otherwise a report looks up the names of all machines that are connected. Its types lack it.
  Object.assign(report, { excludeNetwork: true })
  const { userLimits }: { userLimits?: UserLimits } = report.getReport() as object
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}
