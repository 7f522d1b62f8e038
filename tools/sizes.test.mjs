import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleFigures, initialFiles } from './sizes.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-sizes-'))
  mkdirSync(join(folder, '.vite'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(bytes) {
  const manifest = {}
  for (const [name, { size, ...chunk }] of Object.entries(bytes)) {
    manifest[name] = { file: name, ...chunk }
    writeFileSync(join(folder, name), randomBytes(size))
    for (const style of chunk.css ?? []) writeFileSync(join(folder, style), randomBytes(1000))
  }
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  return manifest
}

test('the entry and what it imports statically counts, what is loaded later does not', () => {
  const manifest = build({
    'main.js': {
      size: 100_000,
      isEntry: true,
      imports: ['shared.js'],
      dynamicImports: ['page.js'],
      css: ['main.css'],
    },
    'shared.js': { size: 79_000, imports: ['main.js'] },
    'page.js': { size: 500_000, css: ['page.css'] },
  })
  expect(initialFiles(manifest)).toEqual(['main.js', 'main.css', 'shared.js'])
  expect(bundleFigures(folder)).toEqual([])
})

test('over the budget, and without any script, it is refused', () => {
  build({ 'main.js': { size: 181_000, isEntry: true, css: ['main.css'] } })
  expect(bundleFigures(folder)).toEqual([
    expect.stringMatching(/^initial script is 181\.\d kB gzip, 180 are allowed$/),
  ])
  build({ 'main.css': { size: 31_000, isEntry: true } })
  expect(bundleFigures(folder)).toEqual([
    expect.stringMatching(/^no initial script/),
    expect.stringMatching(/^initial style is 31\.\d kB gzip, 30 are allowed$/),
  ])
})

test('a first visit is counted with the words, and no screen fetches what it does not show', () => {
  const at = 'src/features/sales/web'
  build({
    'index.js': { size: 170_000, isEntry: true, css: ['index.css'] },
    'charts-1.js': { size: 10_000 },
    'history.js': { size: 50_000, imports: ['charts-1.js'] },
    'orders.js': { size: 100_000, imports: ['charts-1.js', 'pdf-view-1.js'] },
    'pdf-view-1.js': { size: 1000 },
  })
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const named = (key, name) => {
    manifest[name] = manifest[key]
    delete manifest[key]
  }
  named('history.js', `${at}/sales-history-page.tsx`)
  named('orders.js', 'src/features/orders/web/orders-page.tsx')
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  const orders = 'src/features/orders/web/orders-page.tsx'
  const words = { folder: 'words', atOnce: 'ui', later: { [orders]: 'orders+views' } }
  writeFileSync(join(folder, '.vite/words.json'), JSON.stringify(words))
  mkdirSync(join(folder, 'words/en'), { recursive: true })
  for (const name of ['ui', 'orders+views'])
    writeFileSync(join(folder, `words/en/${name}.json`), randomBytes(4000))
  // As it is sent: packed where it lies packed.
  writeFileSync(join(folder, 'index.js.br'), randomBytes(140_000))
  expect(bundleFigures(folder)).toEqual([
    'src/features/orders/web/orders-page.tsx fetches the charts',
    'src/features/orders/web/orders-page.tsx fetches pdf-view',
    expect.stringMatching(
      /^a first visit of src\/features\/orders\/web\/orders-page\.tsx takes 259\.0 kB of script, 180 are allowed$/,
    ),
  ])
})
