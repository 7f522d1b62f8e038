import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { anAccount, aTenant } from '../../support/actors.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { plantTenant, plantUnassigned } from './plant.ts'
import { connectSuperuser, type Superuser } from './superuser.ts'

/** Stands in every text of what belongs to the other tenant, and in nothing else. */
export const FOREIGN = `zzforeign${randomUUID().slice(0, 6)}`
export const OWN = 'mine'
export const UNASSIGNED = `zznobodys${randomUUID().slice(0, 6)}`

/** What a file is attached to, and the file. */
export type Attached = Record<'own' | 'foreign', [thing: number, file: number]>

export type World = {
  portal: TestPortal
  superuser: Superuser
  /** The tenant that the askers belong to, one that they do not, one that is suspended, one whose modules are all off. */
  own: number
  other: number
  suspended: number
  bare: number
  /** One whose people need a second factor. */
  strict: number
  /** A batch that a key of upstream sent. */
  batch: number
  /** One whose only row was rejected. */
  faultyBatch: number
  /** A saved view of somebody in the other tenant. */
  foreignView: number
  foreignDraftFile: number
  foreignExport: number
  /** What the assistant offered somebody in the other tenant. */
  foreignTurn: number
  ownIssue: number
  ownRequest: number
  foreignRequest: number
  foreignIssue: number
  ownConversation: number
  foreignConversation: number
  /** What is attached to the first of each, of the own tenant and the other: `<mark> 1`, as `<mark>.pdf`. */
  files: Record<'conversations' | 'issues' | 'requests' | 'purchaseOrders', Attached>
  ownProduct: number
  foreignProduct: number
  ownShipment: number
  foreignShipment: number
  foreignLot: number
  foreignOrder: number
  ownPurchaseOrder: number
  foreignPurchaseOrder: number
  ownDocument: number
  foreignDocument: number
  close(): Promise<void>
}

/** A portal with four tenants that all have rows of every kind. */
export async function createWorld(environment: Record<string, string> = {}): Promise<World> {
  const portal = await startTestPortal(environment)
  const superuser = await connectSuperuser(portal.location)
  // The suites take longer than the ten minutes after which some writes ask again: second-factor.test.ts.
  await superuser.query(
    `alter table auth.sessions alter column password_at set default now() + interval '3 hours'`,
  )
  const own = await aTenant(portal, { name: OWN })
  const other = await aTenant(portal, { name: FOREIGN })
  const suspended = await aTenant(portal, { name: 'Suspended' })
  const bare = await aTenant(portal, { name: 'Bare' })
  const strict = await aTenant(portal, { name: 'Strict' })
  await plantTenant(superuser, own, OWN)
  await plantTenant(superuser, other, FOREIGN)
  await plantTenant(superuser, suspended, 'rests')
  await plantTenant(superuser, bare, 'bare')
  await plantUnassigned(superuser, UNASSIGNED)
  await superuser.query('update tenants set requires_second_factor = true where id = $1', [strict])
  await superuser.query('update tenants set suspended_at = now() where id = $1', [suspended])
  await superuser.query(
    `insert into tenant_module_visibility select $1, id, false from modules on conflict (tenant_id, module_id) do update set is_visible = false`,
    [bare],
  )
  // Papers say who writes.
  await superuser.query(
    `update installation set company_name = 'Maker', address = '1 Mill Street', tax_numbers = '123'`,
  )
  await superuser.query(`insert into feeds values ('orders', now()), ('sales-history', now())`)
  const { userId } = await anAccount(portal, { memberships: [{ tenantId: other, role: 'viewer' }] })
  const foreignView = await superuser.value<number>(
    `insert into saved_views (tenant_id, user_id, screen, name, state) values ($1, $2, 'orders', $3, '{}') returning id::int`,
    [other, userId, FOREIGN],
  )
  const foreignDraftFile = await superuser.value<number>(
    `with drafted as (insert into form_drafts (tenant_id, user_id, form, contents) values ($1, $2, $3, '{}') returning *)
     insert into form_draft_files (tenant_id, user_id, form, file_name, file_key, format, size, checksum, scans)
     select tenant_id, user_id, form, 'x.pdf', repeat('0', 48), 'pdf', 1, ''::bytea, false from drafted returning id::int`,
    [other, userId, FOREIGN],
  )
  const foreignExport = await superuser.value<number>(
    `insert into export_jobs (tenant_id, user_id, session_id, ticket_hash, kind, input, language, state)
     values ($1, $2, $3, 'x', 'orders', '{"format": "csv"}', 'en', 'failed') returning id::int`,
    [other, userId, FOREIGN],
  )
  const foreignTurn = await superuser.value<number>(
    `insert into assistant_turns (tenant_id, user_id, question, answer, outcome, answered_by, language, proposal)
     values ($1, $2, $3, $3, 'answered', 'built_in', 'en', '{}') returning id::int`,
    [other, userId, FOREIGN],
  )
  const document = (mark: string) =>
    superuser.value<number>(`select id from documents where title = $1 || ' 1'`, [mark])
  for (const mark of [OWN, FOREIGN]) {
    const hash = createHash('md5').update(`${mark} 1`).digest('hex')
    const folder = path.join(portal.dataDir, 'files', 'documents')
    fs.writeFileSync(path.join(folder, hash + hash.slice(0, 16)), `${mark} 1`)
  }
  const product = (mark: string) =>
    superuser.value<number>(`select id::int from products where item_no = $1 || '-item'`, [mark])
  const issue = (mark: string) =>
    superuser.value<number>(`select id::int from issues where title = $1 || ' issue 1'`, [mark])
  const request = (mark: string) =>
    superuser.value<number>(`select id::int from document_requests where title = $1 || ' request'`, [mark])
  const conversation = (mark: string) =>
    superuser.value<number>(`select id::int from conversations where subject = $1 || ' conversation 1'`, [
      mark,
    ])
  const filesOf = async (
    table: string,
    column: string,
    of: Record<keyof Attached, number>,
  ): Promise<Attached> => {
    const fileOf = (id: number) =>
      superuser.value<number>(`select id::int from ${table} where ${column} = $1`, [id])
    return { own: [of.own, await fileOf(of.own)], foreign: [of.foreign, await fileOf(of.foreign)] }
  }
  const idOf = (table: 'shipments' | 'lots' | 'orders' | 'purchase_orders', column: string, number: string) =>
    superuser.value<number>(`select id::int from ${table} where ${column} = $1`, [number])
  const conversations = { own: await conversation(OWN), foreign: await conversation(FOREIGN) }
  const issues = { own: await issue(OWN), foreign: await issue(FOREIGN) }
  const requests = { own: await request(OWN), foreign: await request(FOREIGN) }
  const purchaseOrders = {
    own: await idOf('purchase_orders', 'po_no', `${OWN}-PO1`),
    foreign: await idOf('purchase_orders', 'po_no', `${FOREIGN}-PO1`),
  }
  return {
    portal,
    superuser,
    own,
    other,
    suspended,
    bare,
    strict,
    batch: 0,
    faultyBatch: 0,
    foreignView,
    foreignDraftFile,
    foreignExport,
    foreignTurn,
    ownIssue: issues.own,
    foreignIssue: issues.foreign,
    ownRequest: requests.own,
    foreignRequest: requests.foreign,
    ownConversation: conversations.own,
    foreignConversation: conversations.foreign,
    files: {
      conversations: await filesOf('conversation_files', 'conversation_id', conversations),
      issues: await filesOf('issue_files', 'issue_id', issues),
      requests: await filesOf('document_request_files', 'request_id', requests),
      purchaseOrders: await filesOf('purchase_order_files', 'purchase_order_id', purchaseOrders),
    },
    ownProduct: await product(OWN),
    foreignProduct: await product(FOREIGN),
    ownShipment: await idOf('shipments', 'tracking_no', `${OWN}-T2`),
    foreignShipment: await idOf('shipments', 'tracking_no', `${FOREIGN}-T2`),
    foreignLot: await idOf('lots', 'lot_no', `${FOREIGN}-lot`),
    foreignOrder: await idOf('orders', 'ord_no', `${FOREIGN}-O1`),
    ownPurchaseOrder: purchaseOrders.own,
    foreignPurchaseOrder: purchaseOrders.foreign,
    ownDocument: await document(OWN),
    foreignDocument: await document(FOREIGN),
    async close() {
      await superuser.end()
      await portal.close()
    },
  }
}
