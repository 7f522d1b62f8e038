import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type DatabaseLocation, embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { connectSuperuser } from '../security/support/superuser.ts'
import { aKey, aMember, aTenant } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal } from '../support/portal.ts'
import { startOwnServer } from './support/own-server.ts'
import { openProof, within } from './support/proof.ts'
import { mountDisk } from './support/small-disk.ts'

const proof = openProof('disk-full')

const disk = mountDisk(400)
if (!disk) console.log('proof disk-full: not run, because this user may not mount a disk of its own')
else
  it('a full disk: 507, reads go on, nothing acknowledged is lost, and work goes on when there is room', async () => {
    const server = await startOwnServer({
      within: disk.folder,
      settings: { max_wal_size: '64MB', min_wal_size: '32MB' },
    })
    const location = embeddedDatabase(server.connection)
    await migrate(location)
    const portal = await startTestPortal(
      {},
      { database: { location, name: 'lotline', drop: async () => {} } },
    )
    try {
      const member = await aMember(portal, await aTenant(portal))
      const push = sender(portal.url, await aKey(portal))
      let next = 0
      let kept = 0
      const land = async () => {
        const batch = Array.from({ length: 500 }, () => sale(++next, { Item: 'x'.repeat(200) }))
        const { status, body } = await push('sales-history', batch)
        if (status === 200) kept += body.inserted
        return { status, code: body.code as string | undefined, detail: body.detail as string | undefined }
      }
      expect((await land()).status).toBe(200)

      const refusals: Record<string, number> = {}
      const reads: Record<number, number> = {}
      for (let round = 0; round < size(1, 2); round++) {
        // The first time a new segment of its log has room: it is the tables that find none.
        if (round === 0) await beginNewSegment(location)
        const ballast = fillUp(disk.folder)
        for (let tries = 0; !refusals[`507 disk_full ${round}`] && tries < 400; tries++) {
          const { status, code, detail } = await land()
          if (status === 200) continue
          refusals[`${status} ${code} ${round}`] = (refusals[`${status} ${code} ${round}`] ?? 0) + 1
          if (status === 507) expect(detail).toBeTruthy()
          // When not even its log has room, PostgreSQL starts anew by itself.
          else expect([status, code]).toEqual([503, 'database_unavailable'])
          if (status === 503) await sleep(200)
        }
        expect(refusals[`507 disk_full ${round}`]).toBeGreaterThan(0)
        // When its log has no room at all, PostgreSQL ends its sessions and waits for room.
        const readable = round === 0 ? [200] : [200, 503]
        for (let read = 0; read < 5; read++) {
          const { status } = await member.get(read % 2 ? '/api/v1/session' : '/api/v1/orders')
          expect(readable).toContain(status)
          reads[status] = (reads[status] ?? 0) + 1
        }

        fs.rmSync(ballast)
        const began = performance.now()
        while ((await land()).status !== 200) await sleep(50)
        const backMs = Math.round(performance.now() - began)
        expect(backMs).toBeLessThan(within(5000))
        proof.note({ refusals, reads, backMs })
      }
      const [{ n }] = await peek(portal, 'select count(*)::int as n from portal.unassigned_sales_history')
      expect(n).toBe(kept)
      expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
      expect(await peek(portal, 'select * from portal.verify_audit()')).toEqual([])
      proof.note({ acknowledged: kept, lost: 0 })
    } finally {
      await portal.close()
      await server.close()
      disk.unmount()
    }
  })

async function beginNewSegment(location: DatabaseLocation): Promise<void> {
  const superuser = await connectSuperuser(location)
  await superuser.query('checkpoint; select pg_switch_wal()')
  await superuser.end()
}

/** Takes all that is left but 3 MB; answers the file to remove. */
function fillUp(folder: string): string {
  const { bavail, bsize } = fs.statfsSync(folder)
  const file = path.join(folder, 'ballast')
  const open = fs.openSync(file, 'w')
  const megabyte = Buffer.alloc(1024 * 1024)
  for (let left = Math.floor((bavail * bsize) / megabyte.length) - 3; left > 0; left--)
    fs.writeSync(open, megabyte)
  fs.closeSync(open)
  return file
}
