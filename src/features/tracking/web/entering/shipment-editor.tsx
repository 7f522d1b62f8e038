import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useVersionedDraft } from '../../../../platform/web/forms/use-versioned-draft.ts'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { StaleNotice } from '../../../../platform/web/kit/stale-notice.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import type { Entered } from '../../entered-contract.ts'
import { enteredApi, enteredQuery, randomWish } from './entered-queries.ts'
import css from './entering.module.css'
import { ShipmentLines } from './shipment-lines.tsx'
import {
  FACTS,
  factsOf,
  linesText,
  newShipment,
  type ShipmentValues,
  valuesOf,
  wrongIn,
} from './shipment-values.ts'

type EditorProps = {
  /** Of one that is entered; null: a new one, with what it begins with. */
  id: number | null
  begins?: ShipmentValues | undefined
  onSaved?: (id: number) => void
  onClose: () => void
}

/** A shipment that staff enter for a company, or correct. */
export default function ShipmentEditor({ id, begins, onSaved, onClose }: EditorProps) {
  const t = useTranslations('tracking')
  const { tenant } = useAccess()
  const { data, error, refetch } = useQuery({ ...enteredQuery(id ?? 0), enabled: id !== null })
  if (id === null || data)
    return (
      <Editor
        entered={data ?? null}
        stored={data ? valuesOf(data) : (begins ?? newShipment(tenant?.id))}
        reload={refetch}
        onSaved={onSaved}
        onClose={onClose}
      />
    )
  return (
    <Dialog opened title={t('oneShipment')} onClose={onClose}>
      {error && <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

type FormProps = {
  entered: Entered | null
  stored: ShipmentValues
  reload: () => Promise<unknown>
  onSaved: ((id: number) => void) | undefined
  onClose: () => void
}

const TITLES = {
  trackingNumber: 'columns.trackingNumber',
  carrier: 'columns.carrier',
  carrierLink: 'entering.carrierLink',
  estimatedOn: 'columns.estimatedOn',
  processedOn: 'entering.processedOn',
  shippedOn: 'entering.shippedOn',
  deliveredOn: 'entering.deliveredOn',
  shipTo: 'columns.shipTo',
  weight: 'columns.weight',
} as const
const LONGEST = { trackingNumber: 100, carrier: 100, carrierLink: 500, shipTo: 500, weight: 100 }

function Editor({ entered, stored, reload, onSaved, onClose }: FormProps) {
  const t = useTranslations('tracking')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const { seesAllTenants } = useAccess()
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants && entered === null })
  const name = entered ? `shipment ${entered.id}` : `new shipment ${stored.order}`
  const { values, conflict, change, forget } = useVersionedDraft(name, stored, entered?.version ?? 0)
  const [wish] = useState(randomWish)

  const save = async () => {
    const wrong = wrongIn(values)
    if (wrong?.what === 'wrongQuantity') return tNumbers('check')
    if (wrong)
      return 'line' in wrong ? t('entering.wrongLine', { line: wrong.line }) : t(`entering.${wrong.what}`)
    const facts = factsOf(values, entered?.order)
    try {
      const { id } = entered
        ? await enteredApi.correctShipment({ id: entered.id, version: entered.version, ...facts })
        : await enteredApi.enterShipment({ tenantId: Number(values.tenantId), wish, ...facts })
      forget()
      toast.done(t('entering.saved', { number: facts.trackingNumber }))
      onClose()
      onSaved?.(id)
      await queries.invalidateQueries({ queryKey: ['tracking'] })
    } catch (fault) {
      // Theirs stands beside what was typed from now on: saving once more keeps what was typed.
      if (isProblem(fault, 412)) await reload()
      throw fault
    }
    return undefined
  }
  const field = (of: (typeof FACTS)[number], more: object = {}) => (
    <TextField
      label={t(TITLES[of])}
      path={of}
      needed={of === 'trackingNumber' || of === 'carrier'}
      value={values[of]}
      onChange={(event) => change({ [of]: event.currentTarget.value })}
      {...(of in LONGEST ? { maxLength: LONGEST[of as keyof typeof LONGEST] } : { type: 'date' })}
      {...more}
    />
  )
  return (
    <FormDialog
      size="xl"
      title={
        entered ? t('entering.correctTitle', { number: entered.trackingNumber }) : t('entering.newTitle')
      }
      submit={t('entering.save')}
      conflict={
        conflict && (
          <StaleNotice
            fields={[
              ...FACTS.map((of) => [t(TITLES[of]), values[of], stored[of]] as const),
              [t('entering.order'), values.order, stored.order],
              [t('entering.lines'), linesText(values.lines), linesText(stored.lines)],
            ]}
            onTake={forget}
          />
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      {entered && seesAllTenants && (
        <p>
          <strong>{entered.tenantName}</strong>
        </p>
      )}
      {!entered && seesAllTenants && (
        <ChoiceField
          label={t('entering.client')}
          needed
          value={values.tenantId}
          data={[
            { value: '', label: t('entering.chooseClient') },
            ...tenants.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => change({ tenantId: event.currentTarget.value })}
        />
      )}
      <div className={css.facts}>
        {field('trackingNumber')}
        {field('carrier')}
        <TextField
          label={t('entering.order')}
          path="order"
          description={t('entering.orderHint')}
          maxLength={200}
          value={values.order}
          onChange={(event) => change({ order: event.currentTarget.value })}
        />
        {field('carrierLink', { description: t('entering.carrierLinkHint') })}
        {field('estimatedOn')}
        {field('processedOn')}
        {field('shippedOn')}
        {field('deliveredOn')}
        {field('shipTo')}
        {field('weight')}
      </div>
      <ShipmentLines lines={values.lines} onChange={(lines) => change({ lines })} />
    </FormDialog>
  )
}
