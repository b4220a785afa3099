import { spawnSync } from 'node:child_process'

/** Why tests of the alert rules are left out here, or `undefined` when they can run. */
export const missingPromtool: string | undefined =
  spawnSync('promtool', ['--version']).status === 0
    ? undefined
    : 'promtool is missing; Debian has it in the package prometheus'
