import { sql } from 'kysely'
import type { CardClaim } from '../../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { PaymentProvider, Said } from '../provider/payment-provider.ts'

/** A provider knows the name of a request again for a day; after that a second one might be a second payment. */
const SAME_NAME_SECONDS = 20 * 3600

/** What is to be known of a payment that is due. Under its reference it is collected once, however often this is asked. */
export async function askProvider(provider: PaymentProvider, claim: CardClaim): Promise<Said> {
  const { reference, currency, cents, customer, token, providerId, returnTo, cancels, ageSeconds } = claim
  const late = ageSeconds > SAME_NAME_SECONDS
  const gone = (said: Said): Said =>
    said.status === 'none' && late ? { status: 'declined', id: null, reason: 'unheard' } : said
  if (providerId !== null)
    return gone(await (cancels ? provider.cancel(providerId) : provider.look(providerId)))
  if (token === null || late) return gone(await provider.find({ customer, reference }))
  return provider.collect({ reference, currency, cents, customer, token, returnTo })
}

/** As the owner: what the provider said, with what follows from it, in one transaction. */
export async function keepSaid(
  tx: Tx,
  { tenantId, orderId, hints }: CardClaim,
  said: Said,
  today: string,
): Promise<void> {
  const { id, url, reason, returnedCents } = { id: null, url: null, reason: null, returnedCents: 0, ...said }
  await sql`select portal.keep_card_payment(${tenantId}::int, ${orderId}::bigint, ${hints}::int, ${said.status}, ${id}, ${url}, ${reason},
    ${returnedCents}::bigint, ${today}::date)`.execute(tx)
}
