/** A field of a value of unknown shape; `undefined` where the value has no such field. */
export const fieldOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)
