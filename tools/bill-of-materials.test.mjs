import { readFileSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ensureBillOfMaterials } from './bill-of-materials.mjs'

it('the bill of materials names every package that a running portal has, and no other', async () => {
  rmSync('dist/bom.cdx.json', { force: true })
  const told = []
  await ensureBillOfMaterials((line) => told.push(line))
  expect(told).toEqual([])
  const bill = JSON.parse(readFileSync('dist/bom.cdx.json', 'utf8'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'lotline' } } })
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const locked = Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`)
  const named = bill.components.map(({ name, version }) => `${name}@${version}`)
  expect(new Set(named)).toEqual(new Set(locked))
})
