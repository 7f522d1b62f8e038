import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import type { FactorRules } from '../../../platform/server/endpoint/proof.ts'
import { attachment } from '../../../platform/server/export/content-disposition.ts'
import { NobodyReads, streamBody } from '../../../platform/server/export/stream-body.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { requestContext } from '../../../platform/server/http/request-context.ts'
import type { Log } from '../../../platform/server/log.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { ownDataContract } from '../contract.ts'
import { ownSecondFactor } from './own-second-factor.ts'
import { ownSessions } from './own-sessions.ts'

const { meta } = ownDataContract.export['~orpc']
const COPIES_AN_HOUR = 20

type Parts = { database: Database; signIn: SignInService; log: Log }

/** `GET /own-data`: all that the portal keeps of whoever asks, as one JSON document, streamed; on record before its first byte. */
export function mountOwnData(app: Hono<{ Variables: RequestVariables }>, { database, signIn, log }: Parts) {
  app.get('/api/v1/own-data', async (c) => {
    const context = requestContext(c, database, signIn)
    let name = ''
    const { body, ended } = await streamBody((send) =>
      runInTenant(context, { meta, write: false, pace: 'lasting' }, async ({ tx, actor }) => {
        refuseWhenFull(await signIn.countInWindow(`own data ${actor.userId}`, COPIES_AN_HOUR, 3600))
        const head = await ownHead(tx, actor, signIn)
        const lists = {
          words: readInChunks(tx, sql`select * from portal.own_words()`),
          acts: readInChunks(tx, sql`select * from portal.own_acts()`),
        }
        name = `my-data-${await dateOfAsker(tx, actor)}.json`
        const same = { ...context, assertedTenant: String(actor.tenantId ?? 'all') }
        await runInTenant(same, { meta, write: true }, ({ record }) =>
          record({ objectType: 'profile', objectId: actor.userId }),
        )
        const write = (text: string) => send(Buffer.from(text))
        await write(JSON.stringify(head, null, 1).slice(0, -2))
        for (const [title, list] of Object.entries(lists)) {
          await write(`,\n "${title}": [`)
          let first = true
          for await (const rows of list) {
            await write((first ? '\n' : ',\n') + rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n'))
            first = false
          }
          await write('\n ]')
        }
        await write('\n}\n')
      }),
    )
    ended.catch((fault: unknown) => {
      if (!(fault instanceof NobodyReads))
        log.error({ traceId: c.get('traceId'), fault: String(fault) }, 'own data broke off')
    })
    return new Response(body, {
      headers: { 'content-type': 'application/json', 'content-disposition': attachment(name) },
    })
  })
}

/** Everything but what may be long. Views, feedback and what was asked of the assistant are those of the company in which the asker works now. */
async function ownHead(tx: Tx, actor: Actor, rules: FactorRules) {
  const profile = await tx
    .selectFrom('profiles')
    .select(['user_id as id', 'name', 'email', 'phone', 'address', 'department', 'created_at as since'])
    .select(['language', 'timezone', 'theme', 'density'])
    .select([
      'notify_email',
      'notify_browser',
      'notify_mobile',
      'notify_order_updates',
      'notify_product_updates',
    ])
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const memberships = await sql`select * from auth.memberships()`.execute(tx)
  const views = await tx
    .selectFrom('saved_views')
    .select(['tenant_id', 'screen', 'name', 'state', 'is_default'])
    .where('user_id', '=', actor.userId)
    .orderBy('tenant_id')
    .orderBy('id')
    .execute()
  const assistant = await tx
    .selectFrom('assistant_turns')
    .select([
      'tenant_id',
      'asked_at',
      'question',
      'answer',
      'answered_by',
      'citations',
      'proposal',
      'settled',
    ])
    .where('user_id', '=', actor.userId)
    .orderBy('id')
    .execute()
  const voiceTold = await tx
    .selectFrom('voice_told')
    .select(['hearer', 'name', 'told_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('told_at')
    .execute()
  const drafts = await tx
    .selectFrom('form_drafts')
    .select(['tenant_id', 'form', 'contents', 'saved_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('tenant_id')
    .orderBy('form')
    .execute()
  const { items: sessions } = await ownSessions(tx)
  const signIn = await sql<{ devices: unknown; email_change: unknown }>`
    select * from portal.own_sign_in()`.execute(tx)
  const noticeChoices = await tx
    .selectFrom('notice_choices')
    .select(['choices', 'rhythm', 'quiet_from', 'quiet_until'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  // Of half a year; what each of them said follows from what it is about.
  const notices = await tx
    .selectFrom('notices')
    .select(['tenant_id', 'kind', 'facts', 'created_at as at', 'read_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('id')
    .execute()
  const certificateWishes =
    actor.kind === 'member'
      ? await tx
          .selectFrom('certificate_wishes')
          .select(['tenant_id', 'lot_no', 'asked_at'])
          .orderBy('asked_at')
          .execute()
      : []
  const feedback = await tx
    .selectFrom('feedback')
    .select(['tenant_id', 'sent_at', 'overall_satisfaction', 'ease_of_use', 'feature_completeness'])
    .select(['performance', 'support', 'most_useful_feature', 'least_useful_feature', 'missing_features'])
    .select(['improvements', 'additional_comments', 'would_recommend', 'contact_for_follow_up'])
    .where('user_id', '=', actor.userId)
    .orderBy('sent_at')
    .execute()
  const roadmapComments = await tx
    .selectFrom('roadmap_comments')
    .select(['tenant_id', 'phase', 'text', 'at'])
    .where('user_id', '=', actor.userId)
    .orderBy('id')
    .execute()
  const demoRequests = await tx
    .selectFrom('demo_requests')
    .select(['person_name', 'person_email', 'company', 'about', 'language', 'sent_at', 'answered_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('id')
    .execute()
  return {
    exportedAt: new Date().toISOString(),
    profile,
    role: actor.role,
    memberships: memberships.rows,
    sessions,
    devices: signIn.rows[0]?.devices,
    emailChange: signIn.rows[0]?.email_change ?? null,
    secondFactor: await ownSecondFactor(tx, actor, rules),
    views,
    drafts,
    assistant,
    voiceTold,
    noticeChoices: noticeChoices ?? null,
    notices,
    certificateWishes,
    feedback,
    roadmapComments,
    demoRequests,
  }
}
