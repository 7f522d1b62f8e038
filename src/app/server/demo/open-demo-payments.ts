import { type Config, isLoopback } from '../../../platform/server/config.ts'
import { startTestProvider } from './test-provider/start-test-provider.ts'

const NAME = 'Test provider'

/**
 * Lets people try out cards in a demo that nobody but this machine reaches, unless it has a provider of its own: one that is
 * made up and says so.
 */
export async function openDemoPayments(config: Config) {
  const { demo, demoPublic, publicUrl, host, payments } = config
  if (!demo || demoPublic || publicUrl || payments || !isLoopback(host))
    return { config, tells: (_: string) => {} }
  const provider = await startTestProvider()
  const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_SECRET_KEY: secretKey } = provider.settings
  const place = { baseUrl, secretKey, webhookSecret: provider.webhookSecret, name: NAME, isDouble: true }
  return {
    config: { ...config, payments: place },
    /** Where the portal is, once it is. */
    tells(portal: string): void {
      provider.state.tells = `${portal}/api/payments/webhook`
    },
  }
}
