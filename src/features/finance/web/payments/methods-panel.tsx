import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { Methods, PaymentMethod } from '../../payments-contract.ts'
import { useCardName } from './card-name.ts'
import css from './payments.module.css'
import { type CameBack, methodsApi } from './payments-queries.ts'

type MethodsPanelProps = {
  bank: string | null | undefined
  methods: Methods | undefined
  cameBack: CameBack
  onArrived: () => void
  onPay: () => void
}

/** What a company pays with: the bank transfer, and the cards that a provider keeps for it where there is one. */
export function MethodsPanel({ bank, methods, cameBack, onArrived, onPay }: MethodsPanelProps) {
  const t = useTranslations('payments')
  const tPanels = useTranslations('finance.panels')
  const nameOf = useCardName()
  const { busy, act } = useMethods()
  const [removed, remove] = useState<PaymentMethod | null>(null)
  const { provider = null, items = [] } = methods ?? {}
  useNewCard(cameBack, onArrived)
  const byTransfer = !items.some(({ isDefault }) => isDefault)
  const first = (isDefault: boolean, id: number | null, name: string) =>
    isDefault ? (
      <Badge tone="good">{t('default')}</Badge>
    ) : (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${t('setDefault')} ${name}`}
        disabled={busy}
        onClick={() => void act(() => methodsApi.chooseMethod({ id }))}
      >
        {t('setDefault')}
      </Button>
    )
  const add = () =>
    act(async () => {
      const { url } = await methodsApi.beginMethod({})
      window.location.assign(url)
    })
  return (
    <Panel
      title={tPanels('methods')}
      actions={
        <>
          {provider && (
            <Button variant="default" loading={busy} onClick={() => void add()}>
              {t('addMethod')}
            </Button>
          )}
          <Button disabled={!methods} onClick={onPay}>
            {t('pay')}
          </Button>
        </>
      }
    >
      <RecordList
        label={tPanels('methods')}
        items={[
          {
            key: 'transfer',
            title: t('bankTransfer'),
            facts: [
              <span key="bank" className={css.bank}>
                {bank ?? t('noBank')}
              </span>,
            ],
            actions: first(byTransfer, null, t('bankTransfer')),
          },
          ...items.map((method) => ({
            key: method.id,
            title: nameOf(method),
            facts: [
              method.holder,
              t('expires', { month: String(method.month).padStart(2, '0'), year: String(method.year) }),
            ].filter((fact) => fact !== null),
            actions: (
              <>
                {method.expired && <Badge tone="bad">{t('expired')}</Badge>}
                {(!method.expired || method.isDefault) && first(method.isDefault, method.id, nameOf(method))}
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`${t('remove')} ${nameOf(method)}`}
                  onClick={() => remove(method)}
                >
                  {t('remove')}
                </Button>
              </>
            ),
          })),
        ]}
      />
      {provider && (
        <p className={css.hint}>
          {provider.isDouble && <strong>{t('testProvider')} </strong>}
          {t('addHint', { provider: provider.name })}
        </p>
      )}
      {removed && (
        <ConfirmDialog
          opened
          danger
          title={t('removeTitle', { card: nameOf(removed) })}
          text={t('removeText', { provider: provider?.name ?? '' })}
          confirm={t('removeNow')}
          pending={busy}
          onConfirm={() =>
            void act(async () => {
              await methodsApi.removeMethod({ id: removed.id })
              toast.done(t('removed', { card: nameOf(removed) }))
            }).then(() => remove(null))
          }
          onClose={() => remove(null)}
        />
      )}
    </Panel>
  )
}

/** One change at a time; what went wrong is told. */
function useMethods() {
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['finance', 'payments'] })
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    setBusy(false)
  }
  return { busy, act }
}

/** Somebody comes back from the provider's page with a card: it is kept, and the address is plain again. */
function useNewCard({ setup, page }: CameBack, onArrived: () => void) {
  const t = useTranslations('payments')
  const nameOf = useCardName()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const seen = useRef('')
  useEffect(() => {
    if (!setup || !page || seen.current === setup) return
    seen.current = setup
    methodsApi
      .completeMethod({ setup, page })
      .then(({ items }) => {
        const added = items.at(-1)
        if (added) toast.done(t('added', { card: nameOf(added) }))
      })
      .catch((failure: unknown) => toast.failed(t('notAdded', { detail: failureText(failure) })))
      .then(() => queries.invalidateQueries({ queryKey: ['finance', 'payments'] }))
      .then(onArrived)
  })
}
