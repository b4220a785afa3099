export function joinPackages(modules: string, names?: readonly string[]): Promise<void>
