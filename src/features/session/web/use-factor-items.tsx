import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { RecordItem } from '../../../platform/web/kit/record-list.tsx'
import type { OwnSecondFactor } from '../contract.ts'
import type { FactorKind } from './factor-choice.tsx'
import { passkeysWork } from './passkey-browser.ts'

export type Passkey = OwnSecondFactor['passkeys'][number]
/** With neither: the app. */
export type Removable = { passkey?: Passkey; sms?: NonNullable<OwnSecondFactor['sms']> }
export type Doing =
  | { what: 'set-up'; kind: FactorKind }
  | ({ what: 'remove' } & Removable)
  | { what: 'rename'; passkey: Passkey }
  | { what: 'codes'; codes: string[] }

/** How many there are beside the recovery codes; a number is none where no SMS is sent. */
const waysOf = ({ app, passkeys, sms, sendsSms }: OwnSecondFactor) =>
  (app ? 1 : 0) + passkeys.length + (sms && sendsSms ? 1 : 0)

/** Whether nothing is left without it. */
export const isLastOf = (own: OwnSecondFactor, { sms }: Removable) =>
  waysOf(own) === (sms && !own.sendsSms ? 0 : 1)

/** With fewer left, it is time for new ones. */
const FEW_CODES = 3

/** The app, the passkeys, the number and the recovery codes as a list, with what can be done to each. */
export function useFactorItems(onDo: (doing: Doing) => void) {
  const t = useTranslations('secondFactor')
  const formats = useFormats()
  return (own: OwnSecondFactor, renewCodes: ReactNode): RecordItem[] => {
    const remove = (doing: Removable & { what: 'remove' }, name: string) =>
      !(own.needed && isLastOf(own, doing)) && (
        <Button variant="default" aria-label={`${t('remove')}: ${name}`} onClick={() => onDo(doing)}>
          {t('remove')}
        </Button>
      )
    const used = (at: string | null) => (at ? t('lastUsed', { at: formats.dateTime(at) }) : t('notUsed'))
    const needed = own.needed ? [t('needed')] : []
    const app: RecordItem = {
      key: 'app',
      title: (
        <>
          {t('app')} <Badge tone={own.app ? 'good' : 'mute'}>{t(own.app ? 'on' : 'off')}</Badge>
        </>
      ),
      facts: [own.app ? t('since', { at: formats.dateTime(own.app) }) : t('why'), ...needed],
      actions: (
        <>
          <Button
            variant={own.enrolledAt ? 'default' : 'filled'}
            onClick={() => onDo({ what: 'set-up', kind: 'app' })}
          >
            {t(own.app ? 'replace' : 'setUp')}
          </Button>
          {own.app && remove({ what: 'remove' }, t('app'))}
        </>
      ),
    }
    const passkeys: RecordItem = {
      key: 'passkeys',
      title: t('passkeys'),
      facts: [t('passkeyText'), ...(passkeysWork() ? [] : [t('passkeyNotHere')])],
      actions: passkeysWork() && (
        <Button variant="default" onClick={() => onDo({ what: 'set-up', kind: 'passkey' })}>
          {t('addPasskey')}
        </Button>
      ),
    }
    const each = own.passkeys.map((passkey): RecordItem => {
      const { id, name, since, lastUsed } = passkey
      return {
        key: id,
        title: name,
        facts: [t('since', { at: formats.dateTime(since) }), used(lastUsed)],
        actions: (
          <>
            <Button
              variant="default"
              aria-label={`${t('rename')}: ${name}`}
              onClick={() => onDo({ what: 'rename', passkey })}
            >
              {t('rename')}
            </Button>
            {remove({ what: 'remove', passkey }, name)}
          </>
        ),
      }
    })
    const { sms } = own
    const number: RecordItem = {
      key: 'sms',
      title: (
        <>
          {t('sms')} <Badge tone={sms ? 'good' : 'mute'}>{sms?.number ?? t('off')}</Badge>
        </>
      ),
      facts: [
        ...(own.sendsSms ? [t('smsText')] : [t('smsOff')]),
        ...(sms ? [t('since', { at: formats.dateTime(sms.since) }), used(sms.lastUsed)] : []),
      ],
      actions: (
        <>
          {own.sendsSms && (
            <Button variant="default" onClick={() => onDo({ what: 'set-up', kind: 'sms' })}>
              {t(sms ? 'smsChange' : 'setUp')}
            </Button>
          )}
          {sms && remove({ what: 'remove', sms }, t('sms'))}
        </>
      ),
    }
    const codes: RecordItem = {
      key: 'codes',
      title: (
        <>
          {t('recoveryCodes')} {own.codesLeft <= FEW_CODES && <Badge tone="warn">{t('few')}</Badge>}
        </>
      ),
      facts: [t('codesLeft', { count: own.codesLeft })],
      actions: renewCodes,
    }
    const withPasskeys = passkeysWork() || each.length > 0
    const withSms = own.sendsSms || sms
    return [
      app,
      ...(withPasskeys ? [passkeys, ...each] : []),
      ...(withSms ? [number] : []),
      ...(own.enrolledAt ? [codes] : []),
    ]
  }
}
