import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const below = (folder, matching) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => matching.test(name))
    .map((name) => join(folder, name))

test('every link from one document to another leads to a file', () => {
  const broken = ['README.md', ...below('docs', /\.md$/)].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .filter(([, target]) => !existsSync(join(dirname(file), target)))
      .map(([, target]) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every document that a comment names is there', () => {
  // Migrations that were applied are never changed, their comments neither.
  const files = ['src', 'test', 'e2e', 'tools'].flatMap((folder) => below(folder, /\.(tsx?|mjs|sql)$/))
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/docs\/[\w/-]+\.md/g)]
      .filter(([target]) => !existsSync(target))
      .map(([target]) => `${file}: ${target}`),
  )
  expect(missing).toEqual([])
})
