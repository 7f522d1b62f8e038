import { administrationExpectations } from './expectations/administration.ts'
import { announcementsExpectations } from './expectations/announcements.ts'
import type { Expectation } from './expectations/ask.ts'
import { assistantExpectations } from './expectations/assistant.ts'
import { catalogueExpectations } from './expectations/catalogue.ts'
import { consoleExpectations } from './expectations/console.ts'
import { conversationsExpectations } from './expectations/conversations.ts'
import { dashboardExpectations } from './expectations/dashboard.ts'
import { demoRequestsExpectations } from './expectations/demo-requests.ts'
import { documentRequestsExpectations } from './expectations/document-requests.ts'
import { documentsExpectations } from './expectations/documents.ts'
import { draftsExpectations } from './expectations/drafts.ts'
import { enteredShipmentsExpectations } from './expectations/entered-shipments.ts'
import { exportsExpectations } from './expectations/exports.ts'
import { feedbackExpectations } from './expectations/feedback.ts'
import { financeExpectations } from './expectations/finance.ts'
import { ingestionExpectations } from './expectations/ingestion.ts'
import { invoiceDraftsExpectations } from './expectations/invoice-drafts.ts'
import { issuesExpectations } from './expectations/issues.ts'
import { lotsExpectations } from './expectations/lots.ts'
import { membersExpectations } from './expectations/members.ts'
import { noticesExpectations } from './expectations/notices.ts'
import { ordersExpectations } from './expectations/orders.ts'
import { paymentsExpectations } from './expectations/payments.ts'
import { productsExpectations } from './expectations/products.ts'
import { profileExpectations } from './expectations/profile.ts'
import { purchaseOrderExpectations } from './expectations/purchase-orders.ts'
import { roadmapExpectations } from './expectations/roadmap.ts'
import { rolesExpectations } from './expectations/roles.ts'
import { salesExpectations } from './expectations/sales.ts'
import { searchExpectations } from './expectations/search.ts'
import { sessionExpectations } from './expectations/session.ts'
import { storageExpectations } from './expectations/storage.ts'
import { temporaryAccessExpectations } from './expectations/temporary-access.ts'
import { trackingExpectations } from './expectations/tracking.ts'
import { usersExpectations } from './expectations/users.ts'
import { viewsExpectations } from './expectations/views.ts'
import { voiceExpectations } from './expectations/voice.ts'

/** What each endpoint must answer. An endpoint that is not here fails the matrix. */
export const EXPECTATIONS: Record<string, Expectation> = {
  ...sessionExpectations,
  ...profileExpectations,
  ...dashboardExpectations,
  ...ordersExpectations,
  ...financeExpectations,
  ...invoiceDraftsExpectations,
  ...enteredShipmentsExpectations,
  ...paymentsExpectations,
  ...salesExpectations,
  ...exportsExpectations,
  ...viewsExpectations,
  ...draftsExpectations,
  ...ingestionExpectations,
  ...administrationExpectations,
  ...membersExpectations,
  ...consoleExpectations,
  ...usersExpectations,
  ...storageExpectations,
  ...temporaryAccessExpectations,
  ...rolesExpectations,
  ...announcementsExpectations,
  ...noticesExpectations,
  ...documentsExpectations,
  ...productsExpectations,
  ...catalogueExpectations,
  ...purchaseOrderExpectations,
  ...trackingExpectations,
  ...documentRequestsExpectations,
  ...issuesExpectations,
  ...conversationsExpectations,
  ...lotsExpectations,
  ...searchExpectations,
  ...assistantExpectations,
  ...voiceExpectations,
  ...feedbackExpectations,
  ...roadmapExpectations,
  ...demoRequestsExpectations,
}

/** Answered to everybody. What else the server mounts belongs to a contract. */
export const PUBLIC_ROUTES = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /assets/*',
  'GET *',
  'GET /brand-logo/{hash}',
  'GET /*',
  'GET /api/docs',
  'GET /api/docs/how-data-is-read',
  'GET /api/v1/ingest/mapping.schema.json',
  // Of the list of saved mappings only reading is answered: test/server/ingest-mappings.test.ts
  'PUT /api/v1/ingest/mappings',
  'DELETE /api/v1/ingest/mappings',
  // The four kinds of rows, and whatever else is written there.
  'POST /api/v1/ingest/{kind}',
  'GET /api/v1/openapi.json',
  'GET /api/v1/public/roadmap',
  'GET /api/v1/public/claims',
  'POST /api/v1/public/demo-requests',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-in/temporary',
  'POST /api/auth/sign-out',
  // Of their own session, or of half a one: own-access.test.ts, and test/server/second-factor.test.ts
  'POST /api/auth/sign-in/second-factor',
  'POST /api/auth/second-factor/begin',
  'POST /api/auth/second-factor/confirm',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/auth/second-factor/remove',
  'POST /api/auth/second-factor/step-up',
  'POST /api/auth/second-factor/step-up/passkey',
  // test/server/signatures.test.ts
  'POST /api/auth/second-factor/sign',
  'POST /api/auth/second-factor/sign/passkey',
  'POST /api/auth/second-factor/passkeys/begin',
  'POST /api/auth/second-factor/passkeys/confirm',
  'POST /api/auth/second-factor/passkeys/rename',
  'POST /api/auth/sign-in/second-factor/passkey',
  'POST /api/auth/second-factor/step-up/sms',
  'POST /api/auth/second-factor/sms/begin',
  'POST /api/auth/second-factor/sms/again',
  'POST /api/auth/second-factor/sms/confirm',
  'POST /api/auth/sign-in/second-factor/sms',
  'POST /api/auth/set-up/look',
  'POST /api/auth/set-up',
  'POST /api/auth/password/forgot',
  'POST /api/auth/password/look',
  'POST /api/auth/password/reset',
  'POST /api/auth/password/change',
  'POST /api/auth/invitation/look',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/email/look',
  'POST /api/auth/email/confirm',
  // By a signed link: test/server/unsubscribe.test.ts
  'POST /unsubscribe',
  'POST /api/auth/unsubscribe/look',
  'POST /api/auth/unsubscribe/confirm',
  // Signed by the payment provider: test/server/card-payments.test.ts
  'POST /api/payments/webhook',
]
