import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Migration, MigrationProvider } from 'kysely/migration'

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations')

/** @returns the names of a schema's migrations in their order; a name begins with its time */
export async function listMigrations(schema: string): Promise<string[]> {
  const files = await readdir(path.join(FOLDER, schema))
  return files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

/**
 * The migrations themselves. There is no `down`: a migration is undone by another one.
 *
 * @param onFailure called with the migration that failed, and its error
 */
export const migrationFiles = (
  schema: string,
  onFailure: (name: string, error: unknown) => void,
): MigrationProvider => ({
  async getMigrations() {
    const entries = (await listMigrations(schema)).map(
      async (name): Promise<[string, Migration]> => {
        const { up }: Migration = await import(path.join(FOLDER, schema, `${name}.ts`))
        return [
          name,
          {
            up: (db) =>
              up(db).catch((error: unknown) => {
                onFailure(name, error)
                throw error
              }),
          },
        ]
      },
    )
    return Object.fromEntries(await Promise.all(entries))
  },
})
