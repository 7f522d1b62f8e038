import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { type Inside, runInTenant } from '../../../../platform/server/endpoint/in-tenant.ts'
import { type Methods, methodsContract } from '../../payments-contract.ts'
import { type PaymentProvider, ProviderAway } from '../provider/payment-provider.ts'
import type { CardContext, CardService } from './card-service.ts'

type ById = { id: number }
const metaOf = (of: { '~orpc': { meta: object } }) => ({ meta: of['~orpc'].meta, write: true })

const nameOf = (provider: PaymentProvider | undefined): Methods['provider'] =>
  provider ? { name: provider.name, isDouble: provider.isDouble } : null

/** The cards of the asker's company; without a provider there are none to pay with. */
export async function listMethods(
  tx: Tx,
  actor: Actor,
  provider: PaymentProvider | undefined,
): Promise<Methods> {
  if (!provider || actor.kind !== 'member') return { provider: nameOf(provider), items: [] }
  const items = await tx
    .selectFrom('payment_methods as m')
    .where('m.tenant_id', '=', actor.tenantId ?? 0)
    .where('m.removed_at', 'is', null)
    .select(['m.id', 'm.brand', 'm.last4', 'm.exp_year as year', 'm.exp_month as month', 'm.holder'])
    .select([
      'm.is_default as isDefault',
      sql<boolean>`make_date(m.exp_year, m.exp_month, 1) + interval '1 month' <= now()`.as('expired'),
    ])
    .orderBy('m.id')
    .execute()
  return { provider: nameOf(provider), items }
}

function needProvider({ provider }: CardService): PaymentProvider {
  if (!provider) throw refuse(409, 'no_payment_provider')
  return provider
}

/** What the provider is asked while somebody waits. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (fault) {
    if (fault instanceof ProviderAway)
      throw Object.assign(refuse(503, 'payment_provider_away', { retryAfter: 5 }), { cause: fault })
    throw fault
  }
}

/** What a page of the provider bears: good in this session and this company alone. */
const setupOf = (cards: CardService, { sessionId, tenantId }: Actor, nonce: string) =>
  `${nonce}-${cards.sign(`payment setup ${sessionId} ${tenantId} ${nonce}`)}`

function isSetupOf(cards: CardService, actor: Actor, setup: string): boolean {
  const expected = Buffer.from(setupOf(cards, actor, setup.slice(0, NONCE)))
  const given = Buffer.from(setup)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
const NONCE = 32

/** The provider's page where a card is added; it is asked once the asker's right to it is on record. */
export async function beginMethod(context: CardContext): Promise<{ url: string }> {
  const { cards, origin: returnTo, language } = context
  const { provider, ask } = await runInTenant(
    context,
    metaOf(methodsContract.beginMethod),
    async ({ tx, actor, record }) => {
      const provider = needProvider(cards)
      const known = await tx
        .selectFrom('payment_methods')
        .where('tenant_id', '=', actor.tenantId ?? 0)
        .select('customer')
        .limit(1)
        .executeTakeFirst()
      record({ objectType: 'payment_method', objectId: 'new', after: { provider: provider.name } })
      const customerKey = cards.sign(`payment customer ${actor.tenantId}`)
      const state = setupOf(cards, actor, randomBytes(NONCE / 2).toString('hex'))
      return { provider, ask: { customer: known?.customer ?? null, customerKey, state } }
    },
  )
  return { url: await asked(provider.beginSetup({ ...ask, returnTo, language })) }
}

/** 404 for what another session or company began, as for what nobody did. */
export async function completeMethod(
  context: CardContext,
  { setup, page }: { setup: string; page: string },
): Promise<Methods> {
  const { cards } = context
  const { meta } = metaOf(methodsContract.completeMethod)
  const provider = await runInTenant(context, { meta, write: false }, async ({ actor }) => {
    if (actor.mode) throw refuse(403, 'read_only_session')
    if (!isSetupOf(cards, actor, setup)) throw refuse(404, 'not_found')
    return needProvider(cards)
  })
  const card = await asked(provider.readSetup(page, setup))
  if (!card) throw refuse(409, 'no_card_entered')
  return runInTenant(context, { meta, write: true }, async ({ tx, actor, record }) => {
    const { rows } = await sql<{ id: number | null }>`
      select portal.keep_payment_method(${card.customer}, ${card.token}, ${card.brand}, ${card.last4}, ${card.year}::int,
        ${card.month}::int, ${card.holder}) as id`.execute(tx)
    const id = rows[0]?.id
    if (!id) throw refuse(409, 'too_many_methods')
    record({
      ...aboutMethod(actor, id),
      after: { brand: card.brand, last4: card.last4, expires: `${card.year}-${card.month}` },
    })
    return listMethods(tx, actor, provider)
  })
}

const aboutMethod = ({ tenantId }: Actor, id: number | null) => ({
  objectType: 'payment_method',
  objectId: id === null ? 'bank transfer' : String(id),
  event: {
    topic: 'payment_methods.changed',
    tenantId: tenantId ?? 0,
    module: 'finance',
    permission: 'invoices.read',
  },
})

export async function chooseMethod(
  { tx, actor, record }: Inside,
  cards: CardService,
  { id }: { id: number | null },
): Promise<Methods> {
  const { items } = await listMethods(tx, actor, needProvider(cards))
  const { rows } = await sql<{
    done: boolean
  }>`select portal.choose_payment_method(${id}::bigint) as done`.execute(tx)
  if (!rows[0]?.done) throw refuse(404, 'not_found')
  record({
    ...aboutMethod(actor, id),
    before: { default: items.find(({ isDefault }) => isDefault)?.id ?? null },
    after: { default: id },
  })
  return listMethods(tx, actor, cards.provider)
}

/** The provider first: what it still keeps is still shown here. */
export async function removeMethod(context: CardContext, { id }: ById): Promise<Methods> {
  const { cards } = context
  const { meta } = metaOf(methodsContract.removeMethod)
  const { provider, token } = await runInTenant(context, { meta, write: false }, async ({ tx, actor }) => {
    if (actor.mode) throw refuse(403, 'read_only_session')
    const provider = needProvider(cards)
    const method = await tx
      .selectFrom('payment_methods')
      .where('tenant_id', '=', actor.tenantId ?? 0)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .select('token')
      .executeTakeFirst()
    if (!method?.token) throw refuse(404, 'not_found')
    return { provider, token: method.token }
  })
  await asked(provider.forget(token))
  return runInTenant(context, { meta, write: true }, async ({ tx, actor, record }) => {
    const { items } = await listMethods(tx, actor, provider)
    const { rows } = await sql<{
      done: boolean
    }>`select portal.remove_payment_method(${id}::bigint) as done`.execute(tx)
    const gone = items.find((item) => item.id === id)
    if (!rows[0]?.done || !gone) throw refuse(404, 'not_found')
    record({ ...aboutMethod(actor, id), before: { brand: gone.brand, last4: gone.last4 } })
    return listMethods(tx, actor, provider)
  })
}
