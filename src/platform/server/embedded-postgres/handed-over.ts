import fs from 'node:fs'
import type { Account } from './account.ts'

/** Directories as a child process under another account is to name them, and the descriptors it needs for that. */
export type HandedOver = { names: string[]; descriptors: number[]; close(): void }

/**
 * Root hands its unprivileged child open directories: `/proc/self/fd/3` can be entered although the way to it
 * (a 0700 DATA_DIR, /root, a clone under umask 077) is closed to that account. Elsewhere the paths themselves.
 * The descriptors go behind the three standard ones of `stdio`.
 */
export function handOver(account: Account, directories: string[]): HandedOver {
  if (account === undefined || process.platform !== 'linux') {
    return { names: directories, descriptors: [], close: () => {} }
  }
  const descriptors = directories.map((directory) => fs.openSync(directory, fs.constants.O_DIRECTORY))
  return {
    names: descriptors.map((_, i) => `/proc/self/fd/${i + 3}`),
    descriptors,
    close: () => {
      for (const descriptor of descriptors) fs.closeSync(descriptor)
    },
  }
}

/** A child's environment: nothing of ours leaks in, messages are English, and times are UTC. */
export const childEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })
