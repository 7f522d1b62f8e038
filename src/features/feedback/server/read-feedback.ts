import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { FeedbackSummary, ReceivedFeedback } from '../contract.ts'
import type { Recommendation } from '../domain/vocabulary.ts'

type Ask = {
  search?: string | undefined
  state?: 'open' | 'reviewed' | undefined
  recommendation?: Recommendation | undefined
  stars?: number | undefined
  contact?: 'true' | undefined
  limit: number
  cursor?: string | undefined
}

const MICROS = sql<number>`(extract(epoch from f.sent_at) * 1000000)::bigint`
const whole = z.int().min(0).max(8e15)

/** Feedback of everybody, the newest first; the first page counts all that fits. */
export async function listFeedback(tx: Tx, { limit, cursor, ...ask }: Ask) {
  const after = openCursor(cursor, z.tuple([whole, whole]))
  const term = ask.search?.trim()
  const matching = tx
    .selectFrom('feedback as f')
    .$if(Boolean(term), (some) =>
      some.where(sql<boolean>`portal.contains_folded(f.search_text, ${term ?? ''})`),
    )
    .$if(ask.state !== undefined, (some) =>
      some.where('f.reviewed_at', ask.state === 'open' ? 'is' : 'is not', null),
    )
    .$if(ask.recommendation !== undefined, (some) =>
      some.where('f.would_recommend', '=', ask.recommendation as string),
    )
    .$if(ask.stars !== undefined, (some) =>
      some.where(sql<boolean>`f.overall_satisfaction between 1 and ${ask.stars}::int`),
    )
    .$if(ask.contact !== undefined, (some) => some.where('f.contact_for_follow_up', '=', true))
  const [rows, counted] = await Promise.all([
    matching
      .leftJoin('tenants as t', 't.id', 'f.tenant_id')
      .leftJoin('profiles as p', 'p.user_id', 'f.reviewed_by')
      .select(['f.id', 'f.person_name as name', 'f.person_email as email', 't.name as tenantName'])
      .select(['f.overall_satisfaction as overallSatisfaction', 'f.ease_of_use as easeOfUse'])
      .select(['f.feature_completeness as featureCompleteness', 'f.performance', 'f.support'])
      .select(['f.most_useful_feature as mostUsefulFeature', 'f.least_useful_feature as leastUsefulFeature'])
      .select(['f.missing_features as missingFeatures', 'f.improvements'])
      .select([
        'f.additional_comments as additionalComments',
        'f.contact_for_follow_up as contactForFollowUp',
      ])
      .select(['f.sent_at as sentAt', 'f.reviewed_at as reviewedAt', 'p.name as reviewedBy'])
      // A check of the table.
      .select(sql<ReceivedFeedback['wouldRecommend']>`f.would_recommend`.as('wouldRecommend'))
      .select(MICROS.as('micros'))
      .$if(after !== undefined, (page) =>
        page.where(
          sql<boolean>`(${MICROS}, f.id) < (${after?.[0] ?? 0}::bigint, ${after?.[1] ?? 0}::bigint)`,
        ),
      )
      .orderBy('f.sent_at', 'desc')
      .orderBy('f.id', 'desc')
      .limit(limit + 1)
      .execute(),
    after ? undefined : matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ micros: _, ...row }): ReceivedFeedback => row),
    nextCursor: rows.length > limit && last ? sealCursor([last.micros, last.id]) : null,
    total: counted?.total ?? null,
  }
}

/** Over all of it. */
export async function summariseFeedback(tx: Tx): Promise<FeedbackSummary> {
  const mean = (column: string) => sql<number | null>`round(avg(nullif(${sql.ref(column)}, 0)), 1)::float8`
  const saying = (recommendation: Recommendation) =>
    sql<number>`count(*) filter (where f.would_recommend = ${recommendation})`.as(recommendation)
  const row = await tx
    .selectFrom('feedback as f')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where f.reviewed_at is null)`.as('toReview'),
      sql<number>`count(*) filter (where f.reviewed_at is null and f.contact_for_follow_up)`.as('toContact'),
      mean('f.overall_satisfaction').as('overallSatisfaction'),
      mean('f.ease_of_use').as('easeOfUse'),
      mean('f.feature_completeness').as('featureCompleteness'),
      mean('f.performance').as('performance'),
      mean('f.support').as('support'),
      saying('definitely'),
      saying('probably'),
      saying('maybe'),
      saying('probably-not'),
      saying('definitely-not'),
    ])
    .executeTakeFirstOrThrow()
  const {
    count,
    toReview,
    toContact,
    overallSatisfaction,
    easeOfUse,
    featureCompleteness,
    performance,
    support,
    ...said
  } = row
  return {
    ...{ count, toReview, toContact },
    averages: { overallSatisfaction, easeOfUse, featureCompleteness, performance, support },
    recommendations: said,
  }
}
