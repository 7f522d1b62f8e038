import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import { financeContract } from '../contract.ts'
import { draftsContract } from '../drafts-contract.ts'
import { taxesContract } from '../taxes-contract.ts'
import { getDraft, listDrafts } from './drafts/read-drafts.ts'
import { draftChoices, startDraft } from './drafts/start-draft.ts'
import { changeDraft, createDraft, discardDraft, issueDraft } from './drafts/write-drafts.ts'
import { getFinance, type OrderCards } from './get-finance.ts'
import { getInvoice } from './get-invoice.ts'
import { listCredit } from './list-credit.ts'
import { listInvoices } from './list-invoices.ts'
import { keepTaxRate, listTaxRates, removeTaxRate } from './taxes.ts'

const os = implement({ ...financeContract, ...draftsContract, ...taxesContract })
  .$context<RequestContext & { today: string }>()
  .use(inTenant)

/** The version that a write knows, by If-Match or in its body. */
const known = <Input extends { version?: number | undefined }>(
  { ifMatch }: { ifMatch?: string | undefined },
  input: Input,
) => ({ ...input, version: knownVersion(ifMatch, input.version) })

/** Invoices and what is owed, with the figures that orders publish. */
export const financeRoutes = (orderCards: OrderCards) =>
  os.router({
    overview: os.overview.handler(({ context, input }) =>
      getFinance(context.tx, context.actor, input, { today: context.today, orderCards }),
    ),
    credit: os.credit.handler(({ context, input }) =>
      listCredit(context.tx, context.actor, input, context.today),
    ),
    invoices: os.invoices.handler(({ context, input }) =>
      listInvoices(context.tx, context.actor, input, context.today),
    ),
    invoice: os.invoice.handler(({ context, input }) =>
      getInvoice(context.tx, context.actor, input, context.today),
    ),
    startDraft: os.startDraft.handler(({ context, input }) => startDraft(context.tx, context.actor, input)),
    draftChoices: os.draftChoices.handler(({ context, input }) =>
      draftChoices(context.tx, context.actor, input),
    ),
    taxRates: os.taxRates.handler(({ context }) => listTaxRates(context.tx)),
    keepTaxRate: os.keepTaxRate.handler(({ context, input }) =>
      keepTaxRate(context.tx, input, context.record),
    ),
    removeTaxRate: os.removeTaxRate.handler(({ context, input }) =>
      removeTaxRate(context.tx, input, context.record),
    ),
    drafts: os.drafts.handler(({ context }) => listDrafts(context.tx, context.actor)),
    draft: os.draft.handler(({ context, input }) => getDraft(context.tx, context.actor, input)),
    createDraft: os.createDraft.handler(({ context, input }) =>
      createDraft(context.tx, context.actor, input, context.record),
    ),
    changeDraft: os.changeDraft.handler(({ context, input }) =>
      changeDraft(context.tx, context.actor, known(context, input), context.record),
    ),
    discardDraft: os.discardDraft.handler(({ context, input }) =>
      discardDraft(context.tx, context.actor, known(context, input), context.record),
    ),
    issueDraft: os.issueDraft.handler(({ context, input }) => issueDraft(context, known(context, input))),
  })
