import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A small disk of its own, in memory; only root may have one. */
export function mountDisk(megabytes: number): { folder: string; unmount(): void } | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    fs.rmdirSync(folder)
    return undefined
  }
  const unmount = () => {
    execFileSync('umount', ['-l', folder])
    fs.rmdirSync(folder)
  }
  return { folder, unmount }
}
