export const JOIN_VERSION: string
export function joinPackages(modules: string, names?: readonly string[]): Promise<void>
export function isJoinedOtherwise(modules: string, names?: readonly string[]): boolean
