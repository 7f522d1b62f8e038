import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Feedback } from '../contract.ts'

/** Kept with who gave it. It stands in the chain of the installation: a company's people do not read each other's. */
export async function sendFeedback(
  tx: Tx,
  actor: Actor,
  { overallSatisfaction, easeOfUse, featureCompleteness, performance, support, ...more }: Feedback,
  record: (act: Act) => void,
) {
  if (actor.kind === 'none') throw refuse(403, 'permission_denied')
  const { name, email } = await tx
    .selectFrom('profiles')
    .select(['name', 'email'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const tenant = actor.tenantId ?? 0
  const { id } = await tx
    .insertInto('feedback')
    .values({
      ...{ tenant_id: tenant, user_id: actor.userId, person_name: name, person_email: email },
      ...{ overall_satisfaction: overallSatisfaction, ease_of_use: easeOfUse, performance, support },
      feature_completeness: featureCompleteness,
      most_useful_feature: said(more.mostUsefulFeature),
      least_useful_feature: said(more.leastUsefulFeature),
      missing_features: said(more.missingFeatures),
      improvements: said(more.improvements),
      additional_comments: said(more.additionalComments),
      would_recommend: more.wouldRecommend,
      contact_for_follow_up: more.contactForFollowUp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  record({
    ...{ chain: 0, objectType: 'feedback', objectId: String(id) },
    after: {
      tenant: actor.tenantId,
      ...{ overallSatisfaction, easeOfUse, featureCompleteness, performance, support },
      wouldRecommend: more.wouldRecommend,
      contactForFollowUp: more.contactForFollowUp,
    },
    event: { topic: 'feedback', permission: 'feedback.manage' },
    // What the manufacturer's own people say is found in the inbox.
    ...(actor.tenantId !== null && {
      notice: {
        ...{ kind: 'feedback_sent', subject: 'administration', to: 'staff', permission: 'feedback.manage' },
        facts: { id, name, contact: String(more.contactForFollowUp) },
      },
    }),
  })
  return { id }
}

/** Blanks alone say nothing. */
const said = (text: string | null) => text?.trim() || null
