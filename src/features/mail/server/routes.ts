import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { mailContract } from '../contract.ts'
import { listMails } from './list-mails.ts'
import type { MailPost } from './mail-post.ts'
import { revealMail } from './reveal-mail.ts'
import { sendAgain } from './send-again.ts'

const os = implement(mailContract)
  .$context<RequestContext & { post: MailPost; language: string }>()
  .use(inTenant)

export const mailRoutes = os.router({
  list: os.list.handler(({ context, input }) => listMails(context.tx, input, context.post, context)),
  reveal: os.reveal.handler(({ context, input }) =>
    revealMail(context.tx, input, context.post, context.record),
  ),
  sendAgain: os.sendAgain.handler(({ context, input }) => sendAgain(context.tx, input, context.record)),
})
