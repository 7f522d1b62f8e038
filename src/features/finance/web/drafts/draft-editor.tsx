import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { useVersionedDraft } from '../../../../platform/web/forms/use-versioned-draft.ts'
import { ConfirmDialog, Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { StaleNotice } from '../../../../platform/web/kit/stale-notice.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import type { InvoiceDraft } from '../../drafts-contract.ts'
import { DraftLines, DraftTaxes } from './draft-lines.tsx'
import {
  type DraftValues,
  factsOf,
  hasWrongNumber,
  linesText,
  newDraft,
  taxesText,
  unfilledLine,
  unfilledTax,
  valuesOf,
} from './draft-values.ts'
import css from './drafts.module.css'
import { draftQuery, draftsApi } from './drafts-queries.ts'

type EditorProps = {
  /** Of a saved one; null: a new one, with what it begins with. */
  id: number | null
  begins?: DraftValues | undefined
  onClose: () => void
}

/** An invoice or credit note while it is written: saved as often as one likes, then issued or thrown away. */
export default function DraftEditor({ id, begins, onClose }: EditorProps) {
  const t = useTranslations('finance.drafts')
  const { tenant } = useAccess()
  const [saved, setSaved] = useState(id)
  const [saves, countSave] = useState(0)
  // What is being issued or thrown away is not asked for again: it is there no more, before its dialog is closed.
  const [leaving, setLeaving] = useState(false)
  const { data, error, refetch } = useQuery({
    ...draftQuery(saved ?? 0),
    enabled: saved !== null && !leaving,
  })
  const today = useToday()
  if (saved === null)
    return (
      <Editor draft={null} initial={begins ?? newDraft(today, tenant)} onSaved={setSaved} onClose={onClose} />
    )
  if (data)
    return (
      <Editor
        // Saved, it begins anew; with what somebody else saved meanwhile it goes on.
        key={saves}
        draft={data}
        initial={valuesOf(data)}
        reload={refetch}
        onSaved={() => countSave(saves + 1)}
        onLeaving={setLeaving}
        onClose={onClose}
      />
    )
  return (
    <Dialog opened title={t('invoice')} onClose={onClose}>
      {error && <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

const FACTS = ['date', 'dueDate', 'terms', 'poNo', 'ordNo', 'currency'] as const

type FormProps = {
  draft: InvoiceDraft | null
  initial: DraftValues
  reload?: () => Promise<unknown>
  onSaved: (id: number) => void
  onLeaving?: (leaving: boolean) => void
  onClose: () => void
}

function Editor({ draft, initial, reload, onSaved, onLeaving, onClose }: FormProps) {
  const t = useTranslations('finance.drafts')
  const tColumns = useTranslations('finance.columns')
  const tNumbers = useTranslations('typedNumbers')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { seesAllTenants } = useAccess()
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants && draft === null })
  const name = draft ? `invoice draft ${draft.id}` : `new invoice draft ${initial.creditsNo || ''}`
  const { values, conflict, change, forget } = useVersionedDraft(name, initial, draft?.version ?? 0)
  const [asked, ask] = useState<'issue' | 'discard' | null>(null)
  const [busy, setBusy] = useState(false)
  const unchanged = JSON.stringify(values) === JSON.stringify(initial)
  const moved = () => queries.invalidateQueries({ queryKey: ['finance'] })

  const save = async () => {
    const [line, tax] = [unfilledLine(values), unfilledTax(values)]
    if (values.tenantId === '') return t('noClient')
    if (line > 0) return t('wrongLine', { line })
    if (tax > 0) return t('wrongTax', { tax })
    if (hasWrongNumber(values)) return tNumbers('check')
    if (values.dueDate !== '' && values.dueDate < values.date) return t('dueBefore')
    const facts = factsOf(values)
    try {
      const { id } = draft
        ? {
            id: draft.id,
            ...(await draftsApi.changeDraft({ id: draft.id, version: draft.version, ...facts })),
          }
        : await draftsApi.createDraft({ tenantId: Number(values.tenantId), ...facts })
      await reload?.()
      forget()
      toast.done(t('saved'))
      await moved()
      onSaved(id)
    } catch (fault) {
      // Theirs stands beside what was typed from now on: saving once more keeps what was typed.
      if (isProblem(fault, 412)) await reload?.()
      throw fault
    }
    return undefined
  }
  const finish = async (act: 'issue' | 'discard', { id, version }: InvoiceDraft) => {
    setBusy(true)
    onLeaving?.(true)
    try {
      const issued = act === 'issue' ? await draftsApi.issueDraft({ id, version }) : null
      if (!issued) await draftsApi.discardDraft({ id, version })
      forget()
      toast.done(issued ? t('issued', { number: issued.number }) : t('discarded'))
      onClose()
      await moved()
      if (issued) await navigate({ to: '/finance/invoices/$number', params: { number: `id:${issued.id}` } })
    } catch (failure) {
      toast.failed(failureText(failure))
      onLeaving?.(false)
      setBusy(false)
      ask(null)
    }
  }
  if (asked && draft)
    return (
      <ConfirmDialog
        opened
        danger={asked === 'discard'}
        title={t(`${asked}Title`)}
        text={t(`${asked}Text`, {
          total: formats.money(draft.total, draft.currency),
          client: draft.tenantName,
        })}
        confirm={t(`${asked}Now`)}
        pending={busy}
        onConfirm={() => void finish(asked, draft)}
        onClose={() => ask(null)}
      />
    )
  const text = (field: 'terms' | 'poNo' | 'ordNo' | 'currency', most: number) => (
    <TextField
      label={tColumns(field)}
      path={field}
      maxLength={most}
      value={values[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
  const day = (field: 'date' | 'dueDate') => (
    <TextField
      type="date"
      label={tColumns(field)}
      path={field}
      value={values[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <FormDialog
      size="xl"
      title={values.kind === 'credit_note' ? t('creditNote', { number: values.creditsNo }) : t('invoice')}
      submit={t('save')}
      ready={!unchanged || draft === null}
      onSubmit={save}
      onClose={onClose}
    >
      {conflict && (
        <StaleNotice
          fields={[
            ...FACTS.map((field) => [tColumns(field), values[field], initial[field]] as const),
            [t('lines'), linesText(values), linesText(initial)],
            [t('taxes'), taxesText(values), taxesText(initial)],
          ]}
          onTake={forget}
        />
      )}
      {draft ? (
        <p className={css.sums}>
          <strong>{draft.tenantName}</strong>
          <span>{t('subtotal', { amount: formats.money(draft.subtotal, draft.currency) })}</span>
          <strong>{t('total', { amount: formats.money(draft.total, draft.currency) })}</strong>
          {!unchanged && <em>{t('notSaved')}</em>}
        </p>
      ) : (
        seesAllTenants &&
        values.creditsNo === '' && (
          <ChoiceField
            label={t('client')}
            path="tenantId"
            needed
            value={values.tenantId}
            data={[
              { value: '', label: t('chooseClient') },
              ...tenants.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => change({ tenantId: event.currentTarget.value })}
          />
        )
      )}
      <div className={css.facts}>
        {day('date')}
        {day('dueDate')}
        {text('terms', 200)}
        {text('poNo', 200)}
        {text('ordNo', 200)}
        {text('currency', 3)}
      </div>
      <DraftLines values={values} change={change} />
      <DraftTaxes values={values} change={change} />
      {draft && (
        <div className={css.sums}>
          <Button disabled={!unchanged} onClick={() => ask('issue')}>
            {t('issue')}
          </Button>
          <Button variant="default" onClick={() => ask('discard')}>
            {t('discard')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
