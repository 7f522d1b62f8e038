import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWordsByPart } from './words-by-part.ts'

const MESSAGES = {
  shell: {},
  orders: { detail: {} },
  lots: {},
  sales: { lines: {} },
  currentSales: {},
  mail: {},
}

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-words-'))
  mkdirSync(join(folder, 'pages'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name, ...lines) => writeFileSync(join(folder, name), lines.join('\n'))
function found() {
  const { atOnce, later } = createWordsByPart(MESSAGES).from(join(folder, 'main.tsx'))
  return {
    atOnce,
    later: Object.fromEntries([...later].map(([file, parts]) => [file.slice(folder.length + 1), parts])),
  }
}

test('a part has the words of all that it imports at once, without those that are there already', () => {
  write('main.tsx', `import './shell.tsx'`, `const Orders = part(() => import('./pages/orders.tsx'))`)
  write('shell.tsx', `const t = useTranslations('shell')`)
  write(
    'pages/orders.tsx',
    `import {`,
    `  a,`,
    `  b,`,
    `} from './table.tsx'`,
    `import type { Lot } from './lot.tsx'`,
    `export { c } from '../shell.tsx'`,
    `const t = useTranslations('orders.detail')`,
    `const Lot = part(() => import('./lot.tsx'))`,
  )
  write('pages/table.tsx', `const t = useTranslations('sales')`, `import './orders.tsx'`)
  write('pages/lot.tsx', `const t = useTranslations('lots')`, `const t2 = useTranslations('shell')`)
  expect(found()).toEqual({
    atOnce: ['shell'],
    later: { 'pages/orders.tsx': ['orders', 'sales'], 'pages/lot.tsx': ['lots'] },
  })
})

test('where the words are chosen while it runs, all that the file can mean are there', () => {
  write('main.tsx', `import('./page.tsx')`)
  write(
    'page.tsx',
    `const WORDS = { history: 'sales.lines', current: 'currentSales', other: 'nothing.of.these' }`,
    `const t = useTranslations(WORDS[screen])`,
  )
  expect(found()).toEqual({ atOnce: [], later: { 'page.tsx': ['currentSales', 'sales'] } })
})
