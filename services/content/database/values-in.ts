/**
 * The values that a query finds of these. An empty list is answered without a query.
 *
 * @param find the query for the values; its one column is named `value`
 */
export async function valuesIn<Value>(
  values: readonly Value[],
  find: (values: readonly Value[]) => { execute(): Promise<{ value: Value }[]> },
): Promise<Set<Value>> {
  if (values.length === 0) return new Set()
  return new Set((await find(values).execute()).map(({ value }) => value))
}
