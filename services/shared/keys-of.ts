/** The keys of a table, typed as the compiler knows them: only for a table that is written out. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]
