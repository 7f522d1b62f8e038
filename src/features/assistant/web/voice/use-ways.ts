import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import type { Hearer, VoiceState } from '../../voice-contract.ts'
import { browserHears, listenByBrowser } from './browser-ear.ts'
import { browserSpeaks, readByBrowser } from './browser-mouth.ts'
import type { Ear } from './listening.ts'
import { browserRecords, listenByProvider } from './provider-ear.ts'
import { readByProvider } from './provider-mouth.ts'
import type { Mouth } from './reading.ts'

/** Who hears and who reads aloud here; null: nobody. */
export type Ways = { hearer: Hearer | null; reader: Hearer | null; ear: Ear | null; mouth: Mouth | null }

/**
 * The browser where the company allows it and it can, because its words come while one speaks; else the provider where the
 * company agreed to it.
 */
export function useWays({ browserSpeech, provider }: VoiceState): Ways {
  const failureText = useFailureText()
  const hearer: Hearer | null =
    browserSpeech && browserHears() ? 'browser' : provider?.hears && browserRecords() ? 'provider' : null
  const reader: Hearer | null =
    browserSpeech && browserSpeaks() ? 'browser' : provider?.speaks ? 'provider' : null
  return {
    hearer,
    reader,
    ear:
      hearer === 'browser' ? listenByBrowser : hearer === 'provider' ? listenByProvider(failureText) : null,
    mouth: reader === 'browser' ? readByBrowser : reader === 'provider' ? readByProvider(failureText) : null,
  }
}
