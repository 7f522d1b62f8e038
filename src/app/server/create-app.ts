import { ValidationError } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, onError } from '@orpc/server'
import { Hono, type MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX, compress } from 'hono/compress'
import { mountPublic } from '../../features/about/server/mount-public.ts'
import type { AssistantService } from '../../features/assistant/server/ask.ts'
import { mountAssistantStream } from '../../features/assistant/server/mount-stream.ts'
import { mountSpeech, mountTranscription } from '../../features/assistant/server/voice/mount-speech.ts'
import { mountLogo } from '../../features/company/server/mount-logo.ts'
import {
  mountConversationFiles,
  mountConversationUploads,
} from '../../features/conversations/server/mount-conversation-files.ts'
import { mountDashboardExport } from '../../features/dashboard/server/mount-dashboard-export.ts'
import { mountDemoRequests } from '../../features/demo-requests/server/mount-demo-requests.ts'
import { mountUploads } from '../../features/documents/server/admin/mount-uploads.ts'
import { mountDocumentFeed } from '../../features/documents/server/feed/mount-document-feed.ts'
import { mountAcknowledgements } from '../../features/documents/server/legal/mount-acknowledgements.ts'
import { mountArchive } from '../../features/documents/server/mount-archive.ts'
import { mountDocumentFiles } from '../../features/documents/server/mount-document-files.ts'
import {
  mountRequestFiles,
  mountRequestUploads,
} from '../../features/documents/server/requests/mount-request-files.ts'
import { mountDraftUploads } from '../../features/drafts/server/mount-draft-files.ts'
import { mountEvents } from '../../features/events/server/mount-events.ts'
import { mountExportFile } from '../../features/exports/server/mount-export-file.ts'
import type { CardService } from '../../features/finance/server/cards/card-service.ts'
import { mountPaymentWebhook } from '../../features/finance/server/cards/mount-webhook.ts'
import { mountPapers } from '../../features/finance/server/papers/mount-papers.ts'
import { mountIngestion } from '../../features/ingestion/server/http/mount-ingestion.ts'
import { mountIssueFiles, mountIssueUploads } from '../../features/issues/server/mount-issue-files.ts'
import type { MailPost } from '../../features/mail/server/mail-post.ts'
import { mountPurchaseOrderFeed } from '../../features/purchase-orders/server/mount-feed.ts'
import {
  mountPurchaseOrderFiles,
  mountPurchaseOrderUploads,
} from '../../features/purchase-orders/server/po-files.ts'
import { mountPurchaseOrderPaper } from '../../features/purchase-orders/server/po-paper.ts'
import { mountSessionCookies } from '../../features/session/server/cookie-routes.ts'
import { mountEmailChanges } from '../../features/session/server/mount-email-changes.ts'
import { mountInvitations } from '../../features/session/server/mount-invitations.ts'
import { mountOwnData } from '../../features/session/server/mount-own-data.ts'
import { mountPasskeys } from '../../features/session/server/mount-passkeys.ts'
import { mountPasswords } from '../../features/session/server/mount-passwords.ts'
import { mountSecondFactor } from '../../features/session/server/mount-second-factor.ts'
import { mountSetUp } from '../../features/session/server/mount-set-up.ts'
import { mountSmsCodes } from '../../features/session/server/mount-sms-codes.ts'
import { mountUnsubscribe } from '../../features/session/server/mount-unsubscribe.ts'
import type { AccountKeys } from '../../features/users/server/account-keys.ts'
import { NotModified } from '../../platform/server/endpoint/data-etag.ts'
import { fromDatabase, refuse } from '../../platform/server/endpoint/fault.ts'
import type { RequestContext } from '../../platform/server/endpoint/in-tenant.ts'
import { createFileAnswers } from '../../platform/server/export/answer-file.ts'
import { createTableAnswers } from '../../platform/server/export/answer-table-file.ts'
import { mountTableKind } from '../../platform/server/export/table-kind.ts'
import { askerLanguage } from '../../platform/server/http/asker-language.ts'
import { boundedBody } from '../../platform/server/http/bounded-body.ts'
import { drainConnections } from '../../platform/server/http/drain-connections.ts'
import { etag } from '../../platform/server/http/etag.ts'
import { jsonFault } from '../../platform/server/http/json-fault.ts'
import { limitWrites } from '../../platform/server/http/limit-writes.ts'
import { toProblem } from '../../platform/server/http/problem.ts'
import { notJson } from '../../platform/server/http/read-json.ts'
import { type RequestVariables, recordRequest } from '../../platform/server/http/record-request.ts'
import { type Http, requestContext, revalidationOf } from '../../platform/server/http/request-context.ts'
import { sameOrigin } from '../../platform/server/http/same-origin.ts'
import { securityHeaders } from '../../platform/server/http/security-headers.ts'
import type { ServerLanguage } from '../../platform/server/http/server-messages.ts'
import { both, knownSession, unambiguous } from '../../platform/server/http/unambiguous.ts'
import type { Log } from '../../platform/server/log.ts'
import { exportKinds, onDashboard, readsFor, routes, tableFiles } from './features.ts'
import { mountHealth } from './health.ts'
import type { Parts } from './parts.ts'
import { mountReference } from './reference.ts'
import { mountWebPage } from './web-page.ts'

const JSON_BODY = { bytes: 1024 * 1024, words: '1 MB', withinMs: 15_000 }

/** Large JSON is packed in one piece with its hash (etag); a stream for each small answer costs more than it saves. */
const isPackedHere = (type: string) => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) && !/json/.test(type)

/** The whole of what answers HTTP, in the order in which a request meets it. */
export function createApp(parts: Parts) {
  const { config, database, signIn, log, metrics, secure } = parts
  const app = new Hono<{ Variables: RequestVariables }>()

  app.use(recordRequest(log, metrics, config.trustedProxies))
  app.use(securityHeaders(secure))
  app.use(drainConnections(parts.stopping))
  app.use(unambiguous(signIn))
  app.use(compress({ contentTypeFilter: isPackedHere }))
  app.onError((fault, c) => answerFault(fault, c as Http, log))
  mountHealth(app, parts)

  // Before the kinds of rows, whose address is that of any word.
  mountDocumentFeed(app, { database, signIn, receiver: parts.library.receiver, log })
  mountIngestion(app, { database, signIn, rowSeal: parts.rowSeal, log })
  mountPurchaseOrderFeed(app, { database, signIn })
  // Their bodies are larger than others, and bytes.
  const uploads: [MiddlewareHandler, MiddlewareHandler] = [
    both(knownSession(signIn), sameOrigin(config.publicUrl, 'application/octet-stream')),
    limitWrites(signIn),
  ]
  mountUploads(app, { database, signIn, receiver: parts.library.receiver }, uploads)
  mountIssueUploads(app, parts, uploads)
  mountConversationUploads(app, parts, uploads)
  mountPurchaseOrderUploads(app, parts, uploads)
  mountRequestUploads(app, parts, uploads)
  mountDraftUploads(app, parts, uploads)
  const assistant = {
    provider: parts.provider,
    countInWindow: signIn.countInWindow,
    spendInWindow: signIn.spendInWindow,
  }
  const speaking = (c: Http) => ({ ...requestContext(c, database, signIn), assistant })
  mountTranscription(app, speaking, uploads)
  app.use('/api/*', sameOrigin(config.publicUrl))
  app.use('/api/*', boundedBody(JSON_BODY))
  app.use('/api/v1/*', limitWrites(signIn), etag)

  mountPaymentWebhook(app, { database, provider: parts.cards.provider })
  mountReference(app, parts.brand.name)
  mountSessionCookies(app, { database, signIn, trustedProxies: config.trustedProxies })
  const outside = { signIn, trustedProxies: config.trustedProxies, brandName: parts.brand.name }
  mountSecondFactor(app, { ...outside, publicUrl: config.publicUrl })
  mountPasskeys(app, { ...outside, publicUrl: config.publicUrl })
  mountSmsCodes(app, { ...outside, publicUrl: config.publicUrl })
  mountSetUp(app, outside)
  mountPasswords(app, { ...outside, database })
  mountInvitations(app, outside)
  mountOwnData(app, { database, signIn, log })
  mountEmailChanges(app, { signIn, trustedProxies: config.trustedProxies })
  mountUnsubscribe(app, { signIn, links: parts.unsubscribe, trustedProxies: config.trustedProxies })
  mountEvents(app, parts)
  const answerFile = createFileAnswers({ database, signIn, log })
  const answerTableFile = createTableAnswers(answerFile)
  for (const kind of tableFiles(parts.today, parts.brand.sender, parts.rowSeal))
    mountTableKind(app, answerTableFile, kind)
  mountPapers(app, answerFile, parts.today)
  mountPurchaseOrderPaper(app, answerFile)
  mountDashboardExport(app, answerTableFile, {
    today: parts.today,
    contributions: onDashboard,
  })
  mountAcknowledgements(app, { database, signIn, trustedProxies: config.trustedProxies })
  mountArchive(app, { database, signIn, documents: parts.library.documents, today: parts.today })
  mountIssueFiles(app, parts)
  mountPurchaseOrderFiles(app, parts)
  mountRequestFiles(app, parts)
  mountConversationFiles(app, parts)
  mountDocumentFiles(app, { database, signIn, documents: parts.library.documents })
  const kinds = exportKinds(parts.today, parts.brand.sender)
  mountExportFile(app, { database, signIn, files: parts.exports.files, kinds })

  mountSpeech(app, speaking)
  mountAssistantStream(
    app,
    (c) => ({ ...speaking(c), ...{ language: askerLanguage(c), today: parts.today() } }),
    readsFor,
    (fault) => log.error({ fault: describeFault(fault as Error) }, 'an answer broke off'),
  )

  type Whole = RequestContext & {
    exports: Parts['exports']['queue']
    language: ServerLanguage
    post: MailPost
    brand: Parts['brand']
    checkpoints: Parts['checkpoints']
    server: Parts['server']
    accounts: AccountKeys
    assistant: AssistantService
    receiver: Parts['library']['receiver']
    storage: Parts['library']['receiver']['storage']
    cards: CardService
    rowSeal: Parts['rowSeal']
    origin: string
    salesWatch: Parts['salesWatch']
    today: string
  }
  const handler = new OpenAPIHandler<Whole & { fault?: unknown; endpoint?: string }>(routes, {
    interceptors: [
      onError((fault, { context }) => {
        context.fault = fault
      }),
    ],
    clientInterceptors: [
      ({ context, path, next }) => {
        context.endpoint = path.join('.')
        return next()
      },
    ],
  })
  mountPublic(app, signIn)
  mountDemoRequests(app, { signIn, trustedProxies: config.trustedProxies })
  app.all('/api/v1/*', async (c) => {
    const today = parts.today()
    const context: Whole & { fault?: unknown; endpoint?: string } = {
      ...requestContext(c, database, signIn),
      exports: parts.exports.queue,
      language: askerLanguage(c),
      post: { sends: config.mail !== undefined, sender: parts.brand.sender() },
      brand: parts.brand,
      checkpoints: parts.checkpoints,
      server: parts.server,
      accounts: signIn,
      assistant,
      receiver: parts.library.receiver,
      storage: parts.library.receiver.storage,
      cards: parts.cards,
      rowSeal: parts.rowSeal,
      origin: originOf(c as Http),
      salesWatch: parts.salesWatch,
      today,
      ...(c.req.method === 'GET' && { revalidation: revalidationOf(c as Http, today) }),
    }
    const { matched, response } = await handler.handle(c.req.raw, { prefix: '/api/v1', context })
    if (context.endpoint) c.set('endpoint', context.endpoint)
    if (!matched) throw refuse(404, 'no_such_endpoint')
    const unchanged = context.fault instanceof NotModified
    if (response.status < 400 || unchanged) {
      return unchanged ? c.body(null, 304) : response
    }
    const sent =
      response.status === 400 && /json/.test(c.req.header('content-type') ?? '') ? c.get('body') : undefined
    if (sent && !(context.fault instanceof ORPCError && context.fault.cause instanceof ValidationError)) {
      const text = sent.toString()
      if (jsonFault(text)) throw notJson(text)
    }
    if (context.fault instanceof ORPCError) throw context.fault
    throw new ORPCError(response.status === 400 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR', {
      cause: context.fault,
    })
  })
  app.all('/api/*', () => {
    throw refuse(404, 'no_such_endpoint')
  })
  mountLogo(app, parts.brand)
  mountWebPage(
    app,
    parts.brand,
    config.docsUrl,
    (cookies) => signIn.cookies.readSession(cookies) !== undefined,
  )
  return app

  /** The address that this browser knows the portal by; another site's was refused before (sameOrigin). */
  function originOf(c: Http): string {
    return config.publicUrl ?? c.req.header('origin') ?? new URL(c.req.url).origin
  }
}

function answerFault(fault: unknown, c: Http, log: Log): Response {
  const known = fromDatabase(fault)
  const error = known instanceof ORPCError ? known : new ORPCError('INTERNAL_SERVER_ERROR', { cause: known })
  if (error.status === 503 || error.status === 507) {
    const { message, code } = describeFault(error)
    c.set('because', { message, ...(code && { code }) })
  } else if (error.status >= 500)
    log.error({ traceId: c.get('traceId'), fault: describeFault(error) }, 'fault')
  const asked = { path: new URL(c.req.url).pathname, traceId: c.get('traceId'), language: askerLanguage(c) }
  return toProblem(error, asked)
}

/**
 * Message, SQL state and stack of the cause; never the parameters, which may hold what people typed. PostgreSQL repeats in
 * quotes a value that it could not read (class 22). Of an answer that is not as its contract says: where, without the values.
 */
function describeFault(error: Error): { message: string; code?: string; at?: string[]; stack?: string } {
  const { message, code, stack, issues } = (error.cause instanceof Error ? error.cause : error) as Error & {
    code?: string
    issues?: readonly { path?: readonly (PropertyKey | { key: PropertyKey })[] }[]
  }
  const safe = (text: string) => (code?.startsWith('22') ? text.replaceAll(message, masked) : text)
  const masked = message.replace(/".*"/s, '"…"')
  const at = issues?.slice(0, 5).map(({ path = [] }) => path.map(named).join('.'))
  return {
    message: safe(message),
    ...(code && { code }),
    ...(at && { at }),
    ...(stack && { stack: safe(stack) }),
  }
}

/** A field's name or a row's place; what else stands in a path may be somebody's text. */
function named(step: PropertyKey | { key: PropertyKey }): string {
  const key = String(typeof step === 'object' ? step.key : step)
  return /^\w{1,40}$/.test(key) ? key : '…'
}
