import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { may } from '../../../../platform/server/endpoint/in-tenant.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import type { Hearer, VoiceState } from '../../voice-contract.ts'
import type { Provider } from '../provider/provider.ts'
import { keepSetting, modeOf, readSetting } from '../settings.ts'

export async function getVoice(tx: Tx, actor: Actor, provider: Provider | undefined): Promise<VoiceState> {
  const { browserSpeech, version } = await readSetting(tx, actor)
  const heard = await providerOf(tx, actor, provider)
  const rows = await tx
    .selectFrom('voice_told')
    .select(['hearer', 'name'])
    .where('user_id', '=', actor.userId)
    .execute()
  const told = (hearer: Hearer, name: string) =>
    rows.some((row) => row.hearer === hearer && row.name === name)
  return {
    browserSpeech,
    setting: may(actor, 'assistant.manage') ? { browserSpeech, version } : null,
    provider: heard
      ? {
          name: heard.name,
          hears: heard.speech.transcribe !== undefined,
          speaks: heard.speech.speak !== undefined,
        }
      : null,
    told: { browser: told('browser', ''), provider: heard !== undefined && told('provider', heard.name) },
  }
}

/** The provider where it has any speech, and the company agreed to be answered by it. */
async function providerOf(tx: Tx, actor: Actor, provider: Provider | undefined) {
  if (!provider || !(provider.speech.transcribe || provider.speech.speak)) return undefined
  return (await modeOf(tx, actor, provider)) === 'provider' ? provider : undefined
}

export async function chooseVoice(
  tx: Tx,
  actor: Actor,
  { browserSpeech, version }: { browserSpeech: boolean; version: number },
  record: (act: Act) => void,
): Promise<{ version: number }> {
  const before = await keepSetting(tx, actor, version, { browser_speech: browserSpeech })
  record({
    objectType: 'assistant',
    objectId: String(actor.tenantId),
    before: { browserSpeech: before.browserSpeech },
    after: { browserSpeech },
    event: { topic: 'assistant', module: 'voice-assistant', permission: 'assistant.write' },
  })
  return { version: version + 1 }
}

/** Only of who could hear: nobody is told beforehand of what may come. */
export async function noteTold(
  tx: Tx,
  actor: Actor,
  hearer: Hearer,
  provider: Provider | undefined,
  record: (act: Act) => void,
): Promise<{ hearer: Hearer }> {
  const name =
    hearer === 'browser'
      ? (await readSetting(tx, actor)).browserSpeech && ''
      : ((await providerOf(tx, actor, provider))?.name ?? false)
  if (name === false) throw refuse(409, 'no_speech')
  await tx
    .insertInto('voice_told')
    .values({ user_id: actor.userId, hearer, name })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hearer']).doUpdateSet({ name, told_at: sql`now()` }),
    )
    .execute()
  record({
    objectType: 'assistant',
    objectId: actor.userId,
    before: null,
    after: { hearer, ...(name !== '' && { name }) },
  })
  return { hearer }
}

/** Before anything is sent out: by whom, and that the asker knows. */
export async function hearingProvider(
  tx: Tx,
  actor: Actor,
  provider: Provider | undefined,
): Promise<Provider> {
  if (actor.mode) throw refuse(403, 'read_only_session')
  const heard = await providerOf(tx, actor, provider)
  if (!heard) throw refuse(409, 'no_speech')
  const told = await tx
    .selectFrom('voice_told')
    .select('hearer')
    .where('user_id', '=', actor.userId)
    .where('hearer', '=', 'provider')
    .where('name', '=', heard.name)
    .executeTakeFirst()
  if (!told) throw refuse(409, 'not_told')
  return heard
}
