import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { aDocument, cookiesOf } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const FOLDER = '../shared/data/pdf'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

it('PDFs of many makers are all taken, and given back as they were', async () => {
  const quality = await aStaffMember(portal, 'quality')
  const member = await aMember(portal, await aTenant(portal))
  const cookie = cookiesOf(member)
  const names = fs.readdirSync(FOLDER)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const content = fs.readFileSync(path.join(FOLDER, name))
    const id = await aDocument(portal.url, quality, { name, content, title: name })
    const answer = await fetch(`${portal.url}/api/v1/documents/${id}/file`, { headers: { cookie } })
    expect([name, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([name, true])
  }
})
