import { type Insertable, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { AssistantSettings } from '../../../platform/server/database/database.types.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { AssistantState, Fact, Mode } from '../contract.ts'
import type { Provider } from './provider/provider.ts'

type Setting = NonNullable<AssistantState['setting']> & { browserSpeech: boolean }
const UNSET: Setting = {
  mode: 'built_in',
  consentedBy: null,
  consentedAt: null,
  browserSpeech: false,
  version: 0,
}

/** What the company of the session chose; of several companies none chose for the others. */
export async function readSetting(tx: Tx, actor: Actor): Promise<Setting> {
  if (actor.tenantId === null) return UNSET
  const row = await tx
    .selectFrom('assistant_settings')
    .select(['mode', 'consented_by', 'consented_at', 'browser_speech', 'version'])
    .where('tenant_id', '=', actor.tenantId)
    .executeTakeFirst()
  if (!row) return UNSET
  return {
    mode: row.mode as Mode,
    consentedBy: row.consented_by,
    consentedAt: row.consented_at,
    browserSpeech: row.browser_speech,
    version: row.version,
  }
}

type Change = Partial<Omit<Insertable<AssistantSettings>, 'tenant_id' | 'version'>>

/** Changes a part of it; answers what was there. 412 when `version` is not the last one. */
export async function keepSetting(tx: Tx, actor: Actor, version: number, change: Change): Promise<Setting> {
  const tenantId = actor.tenantId as number
  await sql`select pg_advisory_xact_lock(hashtextextended('assistant_settings', ${tenantId}))`.execute(tx)
  const before = await readSetting(tx, actor)
  if (before.version !== version) throw refuse(412, 'stale_version')
  const after = { ...change, version: version + 1 }
  await tx
    .insertInto('assistant_settings')
    .values({ tenant_id: tenantId, mode: UNSET.mode, ...after })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(after))
    .execute()
  return before
}

/**
 * Who answers: what the company of the session chose. Where several companies are looked at, the built-in assistant, because
 * no company agreed for the others; and where no provider is set up, it stands in.
 */
export async function modeOf(tx: Tx, actor: Actor, provider: Provider | undefined): Promise<Mode> {
  const { mode } = await readSetting(tx, actor)
  return mode === 'provider' && !provider ? 'built_in' : mode
}

export async function getState(
  tx: Tx,
  actor: Actor,
  provider: Provider | undefined,
): Promise<AssistantState> {
  const { browserSpeech: _, ...chosen } = await readSetting(tx, actor)
  return {
    mode: chosen.mode === 'provider' && !provider ? 'built_in' : chosen.mode,
    setting: may(actor, 'assistant.manage') ? chosen : null,
    providerSetUp: provider !== undefined,
    key: provider && actor.isAdmin ? { provider: provider.name, status: provider.status() } : null,
    canAsk: actor.mode === null,
  }
}

export async function chooseMode(
  tx: Tx,
  actor: Actor,
  { mode, consent, version }: { mode: Mode; consent: boolean; version: number },
  provider: Provider | undefined,
  record: (act: Act) => void,
): Promise<{ version: number }> {
  if (mode === 'provider' && !provider) throw refuse(409, 'no_provider')
  if (mode === 'provider' && !consent) throw refuse(422, 'consent_needed')
  const { name } = await tx
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  // Whoever agreed stays named as long as the provider is asked.
  const consentedBy = mode === 'provider' ? name : null
  const before = await keepSetting(tx, actor, version, {
    mode,
    consented_by: consentedBy,
    consented_at: consentedBy === null ? null : new Date().toISOString(),
  })
  record({
    objectType: 'assistant',
    objectId: String(actor.tenantId),
    before: { mode: before.mode, consentedBy: before.consentedBy },
    after: { mode, consentedBy },
    event: { topic: 'assistant', module: 'chat', permission: 'assistant.write' },
  })
  return { version: version + 1 }
}

const FACTS = ['topic', 'texts', 'owner', 'stated_on', 'version'] as const
const toFact = (row: {
  topic: string
  texts: unknown
  owner: string | null
  stated_on: string | null
  version: number
}): Fact => ({
  topic: row.topic as Fact['topic'],
  texts: { en: '', 'fr-CA': '', de: '', es: '', ...(row.texts as Partial<Fact['texts']>) },
  owner: row.owner,
  statedOn: row.stated_on,
  version: row.version,
})

/** Where nobody is named, the company answers for what it states. */
export async function listFacts(tx: Tx): Promise<Fact[]> {
  const [rows, company] = await Promise.all([
    tx.selectFrom('assistant_facts').select(FACTS).orderBy('topic').execute(),
    tx.selectFrom('installation').select(['company_name', 'brand_name']).executeTakeFirstOrThrow(),
  ])
  return rows.map((row) => toFact({ ...row, owner: row.owner ?? company.company_name ?? company.brand_name }))
}

export async function keepFact(tx: Tx, wish: Fact, record: (act: Act) => void): Promise<Fact> {
  const before = await tx
    .selectFrom('assistant_facts')
    .select(FACTS)
    .where('topic', '=', wish.topic)
    .executeTakeFirstOrThrow()
  if (before.version !== wish.version) throw refuse(412, 'stale_version')
  const changed = await tx
    .updateTable('assistant_facts')
    .set({
      texts: JSON.stringify(wish.texts),
      owner: wish.owner?.trim() || null,
      stated_on: wish.statedOn,
      version: wish.version + 1,
    })
    .where('topic', '=', wish.topic)
    .where('version', '=', wish.version)
    .returning(FACTS)
    .executeTakeFirst()
  if (!changed) throw refuse(412, 'stale_version')
  const after = toFact(changed)
  record({
    chain: 0,
    objectType: 'assistant',
    objectId: wish.topic,
    before: { ...toFact(before), version: undefined },
    after: { ...after, version: undefined },
  })
  return after
}
