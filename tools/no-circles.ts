import type { Plugin } from 'vite'

type Files = Record<string, { type: string; imports?: string[] }>

/** Files that import one another in a circle, from the first to itself again; empty where there are none. */
export function circleOf(files: Files): string[] {
  const done = new Set<string>()
  const follow = (name: string, path: string[]): string[] => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return []
    for (const imported of files[name]?.imports ?? []) {
      const circle = follow(imported, [...path, name])
      if (circle.length > 0) return circle
    }
    done.add(name)
    return []
  }
  for (const name of Object.keys(files)) {
    const circle = follow(name, [])
    if (circle.length > 0) return circle
  }
  return []
}

/**
 * The modules of a page run in the order in which its files do. Where no file waits for itself, each runs after all that it
 * imports; in a circle one would meet what is not there yet. So no such build is made.
 */
export const noCircles = (): Plugin => ({
  name: 'no-circles',
  generateBundle(_, files) {
    const circle = circleOf(files)
    if (circle.length > 0)
      this.error(`files import one another in a circle, put them together otherwise: ${circle.join(' → ')}`)
  },
})
