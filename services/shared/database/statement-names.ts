/** Uses after which a statement is worth preparing. */
const OFTEN = 5
/** Each takes memory in every connection. */
const MOST_PREPARED = 200
/** Texts that are counted; more are hardly the same again. */
const MOST_COUNTED = 1_000

/** One statement that reads or writes, as against those that rule over transactions and tables. */
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b[^;]*$/
/**
 * What is not the same for long: `*` is other columns after a migration, on which a prepared statement
 * fails; lists are of every length. And what counts rows, `count(*)`, which is best planned for those
 * that it is asked about.
 */
const FLEETING = /\*|\bin \(\$\d+, |\), \(\$| or .+ or .+ or /

/**
 * Gives statements that are used often a name, by which Postgres remembers how to carry them out: to
 * plan a small one takes as long as to do it.
 *
 * @returns the name, or `undefined` for a statement that is to be sent without one
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= MOST_PREPARED) return known
    if (!PLANNED.test(text) || FLEETING.test(text)) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (count < OFTEN) {
      if (uses.size >= MOST_COUNTED) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    const name = `finlore_${names.size}`
    names.set(text, name)
    return name
  }
}
