import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import type { Proposal, Turn } from '../contract.ts'
import css from './assistant.module.css'
import {
  assistantApi,
  conversationsApi,
  issuesApi,
  purchaseOrdersApi,
  turnsQuery,
} from './assistant-queries.ts'
import { PortalLink } from './portal-link.tsx'

/** What an answer offers: exactly what would be done, and nothing is before somebody confirms it. */
export function ProposalCard({ turn, proposal }: { turn: Turn; proposal: Proposal }) {
  const t = useTranslations('assistant.offer')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const card = useRef<HTMLElement>(null)
  // The button that was pressed waits or is gone with the others: what became of it is read on the card itself.
  const pressed = useRef(false)
  useEffect(() => {
    if (busy || !pressed.current) return
    pressed.current = false
    const at = document.activeElement
    if (at === document.body || at?.matches(':disabled')) card.current?.focus()
  }, [busy])
  const settle = async (confirmed: boolean) => {
    pressed.current = true
    setBusy(true)
    setWrong(null)
    try {
      const note = (result: string | null) =>
        assistantApi.settle({ id: turn.id, settled: confirmed ? 'confirmed' : 'cancelled', result })
      // What was cancelled or done in another tab is refused here, before it has an effect.
      await note(null)
      if (confirmed) await note(await carryOut(turn.key, proposal))
    } catch (fault) {
      setWrong(failureText(fault))
    }
    await queries.invalidateQueries({ queryKey: turnsQuery.queryKey })
    setBusy(false)
  }
  // Confirmed without a place where it stands, it did not come about, or nobody heard: it can be confirmed again.
  const settled = turn.settled === 'cancelled' || turn.result !== null ? turn.settled : null
  return (
    <section ref={card} tabIndex={-1} className={css.card} aria-label={t(`${proposal.kind}.title`)}>
      <strong>{t(`${proposal.kind}.title`)}</strong>
      <Effect proposal={proposal} />
      {settled === null && wrong !== null && <Refusal>{wrong}</Refusal>}
      {settled === null ? (
        <div className={css.row}>
          <Button loading={busy} onClick={() => void settle(true)}>
            {t(`${proposal.kind}.confirm`)}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => void settle(false)}>
            {t('cancel')}
          </Button>
        </div>
      ) : (
        <p className={css.by}>
          {t(settled)} {turn.result && <PortalLink href={turn.result} label={t('open')} />}
        </p>
      )}
    </section>
  )
}

/** Through the endpoint of its own screen, under the turn's key: twice, it is still one. Answers where it stands then. */
async function carryOut(key: string, proposal: Proposal): Promise<string> {
  if (proposal.kind === 'issue') {
    const { type, priority, title, description, orderId, lotNo } = proposal
    const { number } = await issuesApi.report({
      ...{ type, priority, title, description, key },
      ...(orderId !== null && { orderId }),
      ...(lotNo !== null && { lotNo }),
    })
    return `/orders/issues/${number}`
  }
  if (proposal.kind === 'purchase_order') {
    const lines = proposal.lines.map(({ itemNo, quantity }) => ({ itemNo, quantity }))
    const draft = { poNo: null, requestedDate: null, shipTo: null, note: null, lines, key }
    const { id } = await purchaseOrdersApi.create(draft)
    return `/orders/purchase-orders/${id}`
  }
  const { id } = await conversationsApi.open({
    subject: proposal.subject,
    key,
    handOver: {
      summary: proposal.summary,
      links: proposal.links.map(({ label, href }) => ({ label, path: href })),
    },
  })
  return `/chat?contact=support&conversation=${id}`
}

function Effect({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('assistant.offer')
  const formats = useFormats()
  if (proposal.kind === 'purchase_order')
    return (
      <Facts
        facts={proposal.lines.map(({ itemNo, name, quantity, unit }) => [
          itemNo,
          t('line', { name, quantity: [formats.quantity(quantity), unit].filter(Boolean).join(' ') }),
        ])}
      />
    )
  if (proposal.kind === 'support')
    return (
      <Facts
        facts={[
          [t('subject'), proposal.subject],
          [t('summary'), proposal.summary],
          ...(proposal.links.length > 0
            ? [[t('links'), proposal.links.map(({ label }) => label).join(', ')] as const]
            : []),
        ]}
      />
    )
  const { type, priority, title, description, orderNo, lotNo } = proposal
  return (
    <Facts
      facts={[
        [t('subject'), title],
        [t('type'), t(`types.${type}`)],
        [t('priority'), t(`priorities.${priority}`)],
        ...(orderNo ? [[t('order'), orderNo] as const] : []),
        ...(lotNo ? [[t('lot'), lotNo] as const] : []),
        [t('description'), description],
      ]}
    />
  )
}

const Facts = ({ facts }: { facts: (readonly [string, ReactNode])[] }) => (
  <dl className={css.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
