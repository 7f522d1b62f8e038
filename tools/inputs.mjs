import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A mark of what something is built from: changes when a file below these places does. Tests are no part of a build.
 * @param {string[]} places
 * @param {string} [without] name of the folders that are no input
 */
export function markOf(places, without) {
  const hash = createHash('sha256')
  const add = (place) => {
    if (!statSync(place).isDirectory()) return void hash.update(`${place}\n`).update(readFileSync(place))
    for (const name of readdirSync(place).sort()) {
      if (name !== without && !/\.test\.tsx?$/.test(name)) add(join(place, name))
    }
  }
  for (const place of places) if (existsSync(place)) add(place)
  return `${hash.digest('hex')}\n`
}
