import { createHmac } from 'node:crypto'
import type { Log } from '../../../../platform/server/log.ts'
import { openPaymentProvider, type ProviderPlace } from '../provider/open-provider.ts'
import type { CardService } from './card-service.ts'

/** `secret`: of the installation, so that names made with it are nobody else's. */
export const createCards = (place: ProviderPlace | undefined, secret: string, log: Log): CardService => ({
  provider: place && openPaymentProvider(place, log),
  sign: (text) => createHmac('sha256', secret).update(text).digest('hex'),
})
