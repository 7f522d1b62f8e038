import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../../../platform/web')
const shared = ['kit', 'table', 'charts'].flatMap((folder) =>
  readdirSync(path.join(WEB, folder))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => path.join(WEB, folder, name)),
)

const importedBy = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx)'/g)].map(([, name]) =>
    path.resolve(path.dirname(file), name as string),
  )

it('every part is on the page of the kit, by itself or as a piece of another', () => {
  // Toasts and hints stand around every page.
  const start = [
    ...readdirSync(import.meta.dirname).map((name) => path.join(import.meta.dirname, name)),
    path.resolve(import.meta.dirname, '../root.tsx'),
  ].filter((name) => name.endsWith('.tsx'))
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const next of importedBy(file)) if (next.startsWith(WEB)) visit(next)
  }
  start.forEach(visit)
  expect(shared.length).toBeGreaterThan(40)
  expect(shared.filter((file) => !seen.has(file)).map((file) => path.relative(WEB, file))).toEqual([])
})
