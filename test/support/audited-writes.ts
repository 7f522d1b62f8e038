import { expect } from 'vitest'
import type { Row, Superuser } from '../security/support/superuser.ts'
import { type Actor, aKey, aMember, anAdministrator, aTenant, PASSWORD } from './actors.ts'
import { auditedAssistantWrites } from './audited-assistant-writes.ts'
import { auditedCatalogueWrites } from './audited-catalogue-writes.ts'
import { auditedConversationWrites } from './audited-conversation-writes.ts'
import { auditedDemoWrites } from './audited-demo-writes.ts'
import { auditedDocumentWrites } from './audited-document-writes.ts'
import { auditedDraftWrites } from './audited-draft-writes.ts'
import { auditedFeedbackWrites } from './audited-feedback-writes.ts'
import { auditedFinanceWrites } from './audited-finance-writes.ts'
import { auditedIssueWrites } from './audited-issue-writes.ts'
import { auditedMailWrites } from './audited-mail-writes.ts'
import { auditedPurchaseWrites } from './audited-purchase-writes.ts'
import { auditedRequestWrites } from './audited-request-writes.ts'
import { auditedRoadmapWrites } from './audited-roadmap-writes.ts'
import { auditedShipmentWrites } from './audited-shipment-writes.ts'
import { auditedUserWrites } from './audited-user-writes.ts'
import type { AuditedWrite } from './audited-write.ts'
import { createClient } from './client.ts'
import { consoleWrites } from './console-writes.ts'
import { documentForm } from './document-form.ts'
import type { TestPortal } from './portal.ts'

/**
 * Each write of the contracts by its name, once: what it needs, how it is asked for, and what it must leave in the audit
 * trail: one row, or one in each chain that it concerns. `tenant` has the client code A-1.
 */
export function auditedWrites(portal: TestPortal, superuser: Superuser, tenant: number) {
  let switchedTo = 0
  const json = { headers: {} as Record<string, string> }
  const send = async (kind: string, body: object[]) => {
    const headers = { authorization: `Bearer ${await aKey(portal)}` }
    return createClient(portal.url).post(`/api/v1/ingest/${kind}`, body, { headers })
  }
  const sendDocument = async (document: object) => {
    const { headers, body } = documentForm(document)
    const key = { authorization: `Bearer ${await aKey(portal)}` }
    return createClient(portal.url).post('/api/v1/ingest/documents', body, {
      headers: { ...headers, ...key },
    })
  }
  const ingest = (kind: string, body: object[], act = () => send(kind, body)): AuditedWrite => ({
    act,
    expected: () => ({
      tenant_id: 0,
      actor_kind: 'ingest',
      action: 'ingest.batch',
      old: null,
      new: expect.objectContaining({ kind, received: body.length, inserted: 1 }),
    }),
  })

  const aView = {
    screen: 'orders',
    name: 'Mine',
    state: { address: { search: 'x' }, columns: { fNo: false } },
  }
  const anOldView = (actor: Actor) =>
    superuser.value<number>(
      `insert into saved_views (tenant_id, user_id, screen, name, state) values ($1, $2, $3, $4, $5) returning id`,
      [tenant, actor.userId, aView.screen, aView.name, aView.state],
    )
  const viewRow = (actor: Actor, action: string, old: object | null, after: object | null): Row => ({
    tenant_id: tenant,
    actor: actor.userId,
    action,
    object_type: 'view',
    old: expect.objectContaining(old ?? { name: null }),
    new: expect.objectContaining(after ?? { name: null }),
  })

  const asker = () => anAdministrator(portal)
  const RULES = '/api/v1/admin/display-rules'
  const anAlias = (name: string) => ({ variant: `${name} Inc.`, displayName: name })
  /** The rules in force, with one alias more. */
  async function moreRules(actor: Actor, name: string) {
    const { version, productRules, aliases } = (await actor.get(RULES)).body
    return { version, productRules, aliases: [...aliases, anAlias(name)] }
  }
  const aSale = (id: string, month: number, clientCode: string) => ({
    ...{
      Id: id,
      Year: 2025,
      Month: month,
      'Invoice No': id,
      'Qty Sold': 1,
      Amount: 1,
      'Client Code': clientCode,
    },
  })
  const aStrangersSale = (code: string) => send('sales-history', [aSale(code, 1, code)])
  const assign = (actor: Actor, clientCode: string) =>
    actor.post('/api/v1/admin/unassigned/assign', { sourceId: 1, clientCode, tenantId: tenant, rows: 1 })
  const AUGUST = { year: 2025, month: 8 }
  const close = (actor: Actor) => actor.post('/api/v1/admin/closings', AUGUST)
  const monthRow = (actor: Actor, before: boolean): Row => ({
    tenant_id: 0,
    actor: actor.userId,
    object_id: '2025-08',
    old: { closed: before },
    new: { closed: !before },
  })

  let lost = ''
  let offered = 0
  let viewer = ''
  const aViewer = async () => {
    viewer = (await aMember(portal, tenant, 'viewer')).userId
  }
  const anOwner = () => aMember(portal, tenant, 'tenant_admin')
  const memberRow = (actor: Actor, action: string): Row => ({
    tenant_id: tenant,
    actor: actor.userId,
    action,
  })
  const invite = (actor: Actor, email: string) =>
    actor.post('/api/v1/members/invitations', { emails: [email], role: 'viewer' })

  const writes: Record<string, AuditedWrite> = {
    'POST /session/preferences': {
      act: (actor) => actor.post('/api/v1/session/preferences', { language: 'fr-CA', theme: null }, json),
      expected: (actor) => ({
        tenant_id: tenant,
        actor_kind: 'member',
        actor: actor.userId,
        action: 'preferences.changed',
        object_type: 'profile',
        object_id: actor.userId,
        by_staff: false,
        old: { language: null },
        new: { language: 'fr-CA' },
      }),
    },
    'PATCH /profile': {
      act: (actor) =>
        actor.send('PATCH', '/api/v1/profile', { version: 1, phone: '514 555 0123', department: 'Quality' }),
      expected: (actor) => ({
        tenant_id: tenant,
        actor: actor.userId,
        action: 'profile.changed',
        object_type: 'profile',
        object_id: actor.userId,
        old: { phone: '', department: '' },
        new: { phone: '+1 514 555-0123', department: 'Quality' },
      }),
    },
    'PATCH /settings': {
      act: (actor) =>
        actor.send('PATCH', '/api/v1/settings', { version: 1, notifications: { orderUpdates: false } }),
      expected: (actor) => ({
        tenant_id: tenant,
        actor: actor.userId,
        action: 'settings.changed',
        old: { notify_order_updates: true },
        new: { notify_order_updates: false },
      }),
    },
    'POST /session/tenant': {
      act: async (actor) => {
        const other = await aTenant(portal)
        await superuser.query(`insert into members values ($1, $2, 'viewer')`, [other, actor.userId])
        switchedTo = other
        return actor.post('/api/v1/session/tenant', { tenantId: other })
      },
      // Those who keep the chain of the tenant that was entered must see it too.
      expected: (actor) =>
        [tenant, switchedTo].map((chain) => ({
          tenant_id: chain,
          actor: actor.userId,
          action: 'session.tenant_switched',
          old: { tenantId: tenant },
          new: { tenantId: switchedTo },
        })),
    },
    'POST /session/refresh': {
      act: (actor) => actor.post('/api/v1/session/refresh'),
      expected: () => [],
    },
    'POST /sessions/{id}/end': {
      arrange: (actor) => createClient(portal.url).signIn(actor.email, PASSWORD),
      act: async (actor) => {
        const { items } = (await actor.get('/api/v1/sessions')).body
        return actor.post(`/api/v1/sessions/${items[1].id}/end`, {})
      },
      expected: (actor) => ({ tenant_id: tenant, actor: actor.userId, action: 'session.ended' }),
    },
    'POST /exports': {
      act: (actor) => actor.post('/api/v1/exports', { kind: 'orders', input: { search: 'x' } }),
      expected: (actor) => ({
        tenant_id: tenant,
        actor: actor.userId,
        action: 'export.asked',
        object_type: 'export',
      }),
    },
    'POST /exports/{id}': {
      act: async (actor) => {
        const id = await superuser.value<number>(
          `insert into export_jobs (tenant_id, user_id, session_id, ticket_hash, kind, input, language, state)
           values ($1, $2, 'none', 'x', 'orders', '{"format": "csv"}', 'en', 'failed') returning id`,
          [tenant, actor.userId],
        )
        return actor.post(`/api/v1/exports/${id}`, { act: 'retry' })
      },
      expected: (actor) => ({
        tenant_id: tenant,
        actor: actor.userId,
        action: 'export.changed',
        old: { state: 'failed' },
        new: { state: 'queued' },
      }),
    },
    'POST /views': {
      act: (actor) => actor.post('/api/v1/views', aView),
      expected: (actor) => viewRow(actor, 'view.saved', null, { ...aView, isDefault: false }),
    },
    'PATCH /views/{id}': {
      act: async (actor) => {
        const id = await anOldView(actor)
        return actor.send('PATCH', `/api/v1/views/${id}`, { version: 1, name: 'Other', isDefault: true })
      },
      expected: (actor) =>
        viewRow(
          actor,
          'view.changed',
          { name: aView.name, isDefault: false },
          { name: 'Other', isDefault: true },
        ),
    },
    'DELETE /views/{id}': {
      act: async (actor) => {
        const id = await anOldView(actor)
        return actor.send('DELETE', `/api/v1/views/${id}`, { version: 1 })
      },
      expected: (actor) => viewRow(actor, 'view.removed', { ...aView, isDefault: false }, null),
    },
    'POST /admin/display-rules/preview': {
      asker,
      act: async (actor) => {
        const { version: _, ...rules } = await moreRules(actor, 'Looked at')
        return actor.post(`${RULES}/preview`, rules)
      },
      expected: () => [],
    },
    'PUT /admin/display-rules': {
      asker,
      act: async (actor) => actor.send('PUT', RULES, await moreRules(actor, 'Fjord')),
      expected: (actor) => ({ tenant_id: 0, actor: actor.userId, object_type: 'display_rules' }),
    },
    'POST /admin/display-rules/undo': {
      asker,
      arrange: async (actor) => actor.send('PUT', RULES, await moreRules(actor, 'Taken back')),
      act: async (actor) => {
        const { version, changes } = (await actor.get(RULES)).body
        return actor.post(`${RULES}/undo`, { version, change: changes[0].id })
      },
      expected: (actor) => ({ tenant_id: 0, actor: actor.userId, object_type: 'display_rules' }),
    },
    'POST /admin/unassigned/assign': {
      asker,
      arrange: () => aStrangersSale('U-1'),
      act: (actor) => assign(actor, 'U-1'),
      expected: (actor) => [0, tenant].map((chain) => ({ tenant_id: chain, actor: actor.userId })),
    },
    'POST /admin/assignments/{id}/undo': {
      asker,
      arrange: async (actor) => {
        await aStrangersSale('U-2')
        await assign(actor, 'U-2')
      },
      act: async (actor) => {
        const [newest] = (await actor.get('/api/v1/admin/assignments')).body.items
        return actor.post(`/api/v1/admin/assignments/${newest.id}/undo`, {})
      },
      expected: (actor) => [0, tenant].map((chain) => ({ tenant_id: chain, actor: actor.userId })),
    },
    'POST /admin/closings': {
      asker,
      arrange: () => send('sales-history', [aSale('AUGUST', 8, 'A-1')]),
      act: close,
      expected: (actor) => monthRow(actor, false),
    },
    'POST /admin/closings/reopen': {
      asker,
      arrange: close,
      act: (actor) => actor.post('/api/v1/admin/closings/reopen', AUGUST),
      expected: (actor) => monthRow(actor, true),
    },
    'POST /admin/sales-checks': {
      asker,
      act: (actor) => actor.post('/api/v1/admin/sales-checks', {}),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'sales_check.asked',
        object_type: 'sales_check',
        object_id: 'all',
        old: { asked: null },
        new: { asked: true },
      }),
    },
    'POST /admin/audit/verify': {
      asker,
      act: (actor) => actor.post('/api/v1/admin/audit/verify'),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'audit.verified',
        object_type: 'audit',
        new: expect.objectContaining({ broken: [] }),
      }),
    },
    'POST /admin/health/confirm-restored': {
      asker,
      act: async (actor) => {
        await superuser.query('update portal.installation set restored_at = now(), restored_from = now()')
        return actor.post('/api/v1/admin/health/confirm-restored')
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'backup.confirmed',
        object_type: 'backup',
        object_id: 'restored',
        old: { held: true },
        new: { held: false },
      }),
    },
    'POST /members/invitations': {
      asker: anOwner,
      act: (actor) => invite(actor, 'invited@test.example'),
      expected: (actor) => ({
        ...memberRow(actor, 'member.invited'),
        new: { role: 'viewer', invited: ['invited@test.example'] },
      }),
    },
    'POST /members/invitations/{id}/withdraw': {
      asker: anOwner,
      arrange: (actor) => invite(actor, 'withdrawn@test.example'),
      act: async (actor) => {
        const { items } = (await actor.get('/api/v1/members/invitations')).body
        const { id } = items.find(({ email }: Row) => email === 'withdrawn@test.example')
        return actor.post(`/api/v1/members/invitations/${id}/withdraw`, {})
      },
      expected: (actor) => ({
        ...memberRow(actor, 'member.invitation_withdrawn'),
        old: { email: 'withdrawn@test.example' },
      }),
    },
    'POST /members/{userId}/role': {
      asker: anOwner,
      arrange: aViewer,
      act: (actor) => actor.post(`/api/v1/members/${viewer}/role`, { role: 'sales_analyst' }),
      expected: (actor) => ({
        ...memberRow(actor, 'member.role_changed'),
        old: { role: 'viewer' },
        new: { role: 'sales_analyst' },
      }),
    },
    'POST /members/{userId}/remove': {
      asker: anOwner,
      arrange: aViewer,
      act: (actor) => actor.post(`/api/v1/members/${viewer}/remove`, {}),
      expected: (actor) => ({
        ...memberRow(actor, 'member.removed'),
        old: { role: 'viewer' },
        new: { role: null },
      }),
    },
    ...consoleWrites(portal),
    'POST /admin/users/{userId}/second-factor/reset': {
      asker,
      arrange: async () => {
        lost = (await aMember(portal, tenant, 'viewer')).userId
        await superuser.query('insert into auth.second_factors (user_id, enrolled_at) values ($1, now())', [
          lost,
        ])
      },
      act: (actor) => actor.post(`/api/v1/admin/users/${lost}/second-factor/reset`, { reason: 'lost phone' }),
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'second_factor.reset',
        object_type: 'user',
        object_id: lost,
        old: { enrolled: true, reason: null },
        new: { enrolled: false, reason: 'lost phone' },
      }),
    },
    ...auditedUserWrites(portal, tenant),
    ...auditedDocumentWrites(portal, tenant),
    ...auditedIssueWrites(portal, tenant),
    ...auditedMailWrites(portal, superuser),
    ...auditedConversationWrites(portal, tenant),
    ...auditedAssistantWrites(portal, superuser, tenant),
    ...auditedFeedbackWrites(portal, tenant),
    ...auditedDraftWrites(portal),
    ...auditedDemoWrites(portal),
    ...auditedRoadmapWrites(portal, tenant),
    ...auditedFinanceWrites(portal),
    ...auditedShipmentWrites(portal),
    ...auditedPurchaseWrites(portal, tenant),
    ...auditedRequestWrites(portal, tenant),
    'POST /ingest/documents': ingest('documents', [{}], () =>
      sendDocument({ 'Document No': 'D-1', Title: 'D', Type: 'coa', Lots: 'L-1' }),
    ),
    'POST /ingest/customers': ingest('customers', [{ 'Client Code': 'A-1', 'Client Name': 'A' }]),
    'POST /ingest/orders': ingest('orders', [{ Primary: 'P-1', 'Client Code': 'A-1' }]),
    'POST /ingest/order-lines': ingest('order-lines', [{ Primary: 'P-1', 'Line No': '1' }]),
    'POST /ingest/sales-history': ingest('sales-history', [aSale('S-1', 1, 'A-1')]),
    'POST /ingest/lots': ingest('lots', [{ 'Lot No': 'L-1', 'Item No': 'I-1', State: 'released' }]),
    'POST /ingest/lot-results': ingest('lot-results', [
      { 'Lot No': 'L-1', Test: 'Moisture', Result: '3.9 %' },
    ]),
    'POST /ingest/products': ingest('products', [{ 'Item No': 'I-1', Name: 'A product' }]),
    'POST /ingest/invoices': ingest('invoices', [
      { 'Invoice No': 'I-1', 'Invoice Date': '2025-01-02', 'Client Code': 'A-1', Total: 10 },
    ]),
    'POST /ingest/invoice-lines': ingest('invoice-lines', [
      { 'Invoice No': 'I-1', 'Line No': '1', Amount: 10 },
    ]),
    'POST /ingest/payments': ingest('payments', [
      { 'Payment No': 'R-1', 'Payment Date': '2025-01-03', 'Client Code': 'A-1', Amount: 4 },
    ]),
    'PUT /catalogue/{tenantId}/{productId}': {
      asker,
      arrange: async () => {
        await send('products', [{ 'Item No': 'I-offered', Name: 'Offered' }])
        offered = await superuser.value<number>(`select id::int from products where item_no = 'I-offered'`)
      },
      act: (actor) =>
        actor.send('PUT', `/api/v1/catalogue/${tenant}/${offered}`, {
          ...{ choice: true, minimumQuantity: 5, leadWeeks: null, version: 0 },
        }),
      expected: (actor) => ({
        tenant_id: tenant,
        actor: actor.userId,
        action: 'catalogue.changed',
        object_type: 'catalogue_item',
        object_id: String(offered),
        old: { offered: null, minimum_quantity: null },
        new: { offered: true, minimum_quantity: 5 },
      }),
    },
    ...auditedCatalogueWrites(portal, tenant),
    'POST /ingest/price-list': ingest('price-list', [
      { 'Client Code': 'A-1', 'Item No': 'I-1', 'Unit Price': '9.8765', 'Valid From': '2025-01-01' },
    ]),
    'POST /ingest/shipments': ingest('shipments', [
      { 'Tracking Number': 'T-1', Carrier: 'UPS', 'Client Code': 'A-1' },
    ]),
    'POST /ingest/shipment-events': ingest('shipment-events', [
      { 'Tracking Number': 'T-1', Carrier: 'UPS', 'Event Time': '2025-01-04T10:00:00Z', Event: 'placed' },
    ]),
    'POST /ingest/shipment-lines': ingest('shipment-lines', [
      { 'Tracking Number': 'T-1', Carrier: 'UPS', 'Line No': '1' },
    ]),
    'POST /ingest/current-sales': ingest('current-sales', [
      {
        id: 'C-1',
        Year: 2025,
        Month: 1,
        SO: 'F',
        Code: 'X',
        'Qty Sent': 1,
        Total: 1,
        'Account Number': 'A-1',
      },
    ]),
  }
  return writes
}
