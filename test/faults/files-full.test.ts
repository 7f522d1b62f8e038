import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { aDocument, addressOf, pdf, sendFile } from '../support/documents.ts'
import { startTestPortal } from '../support/portal.ts'
import { mountDisk } from './support/small-disk.ts'

const disk = mountDisk(2)
if (!disk) console.log('proof files-full: not run, because this user may not mount a disk of its own')
else
  it('a full place of the files: 507, nothing stays of what had no room, and what is there is given out', async () => {
    const portal = await startTestPortal({ FILES_URL: disk.folder })
    try {
      const quality = await aStaffMember(portal, 'quality')
      const member = await aMember(portal, await aTenant(portal))
      const id = await aDocument(portal.url, quality, { content: pdf('small') })
      const before = fs.readdirSync(disk.folder)
      const large = await sendFile(portal.url, quality, addressOf('large.pdf'), pdf('large', 3_000_000))
      expect([large.status, large.body.code]).toEqual([507, 'disk_full'])
      expect(fs.readdirSync(disk.folder)).toEqual(before)
      expect(fs.readdirSync(path.join(portal.dataDir, 'files', 'incoming'))).toEqual([])
      expect((await member.get('/api/v1/qaqc/documents?shelf=qa')).body.total).toBe(1)
      expect((await member.get(`/api/v1/documents/${id}/file`)).status).toBe(200)
      const again = await sendFile(portal.url, quality, addressOf('fits.pdf'), pdf('fits'))
      expect(again.status).toBe(200)
    } finally {
      await portal.close()
      disk.unmount()
    }
  })
