import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useRegions } from '../../../../platform/web/format/regions.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { useVersionedDraft } from '../../../../platform/web/forms/use-versioned-draft.ts'
import { ConfirmDialog, Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { FormFaults, faultsOf } from '../../../../platform/web/kit/form-faults.ts'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { StaleNotice } from '../../../../platform/web/kit/stale-notice.tsx'
import { TextArea } from '../../../../platform/web/kit/text-area.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import { dueByTerms } from '../../domain/due-by-terms.ts'
import type { DraftStart, InvoiceDraft } from '../../drafts-contract.ts'
import { DraftLines, DraftTaxes } from './draft-lines.tsx'
import { DraftTotals } from './draft-totals.tsx'
import {
  type DraftValues,
  factsOf,
  hasWrongNumber,
  linesText,
  newDraft,
  startedWith,
  taxesText,
  unfilledTax,
  valuesOf,
} from './draft-values.ts'
import css from './drafts.module.css'
import { draftQuery, draftsApi, type StartOf, startQuery } from './drafts-queries.ts'
import { OwnField } from './own-field.tsx'

type EditorProps = {
  /** Of a saved one; null: a new one, with what it begins with. */
  id: number | null
  begins?: DraftValues | undefined
  /** What a new one is begun from. */
  start?: StartOf | undefined
  onClose: () => void
}

/** An invoice or credit note while it is written: saved as often as one likes, then issued or thrown away. */
export default function DraftEditor({ id, begins, start, onClose }: EditorProps) {
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
  const own = start ?? (tenant ? { tenantId: tenant.id } : undefined)
  const started = useQuery({
    ...startQuery(own ?? {}),
    enabled: saved === null && !begins && own !== undefined,
  })
  if (saved === null && (begins || !own || started.data))
    return (
      <Editor
        draft={null}
        initial={
          begins ?? (started.data ? startedWith(newDraft(today, null), started.data) : newDraft(today, null))
        }
        start={started.data}
        onSaved={setSaved}
        onClose={onClose}
      />
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
      {(error ?? started.error) && (
        <ErrorCard
          title={t('notLoaded')}
          failure={error ?? started.error}
          onRetry={() => void (saved === null ? started.refetch() : refetch())}
        />
      )}
    </Dialog>
  )
}

/** What is wrong and has no field of its own. */
const UNPLACED = ['own', 'lines', 'taxes', 'total', 'creditsNo']
const FACTS = ['date', 'dueDate', 'terms', 'poNo', 'ordNo', 'currency'] as const

type FormProps = {
  draft: InvoiceDraft | null
  initial: DraftValues
  start?: DraftStart | undefined
  reload?: () => Promise<unknown>
  onSaved: (id: number) => void
  onLeaving?: (leaving: boolean) => void
  onClose: () => void
}

function Editor({ draft, initial, start, reload, onSaved, onLeaving, onClose }: FormProps) {
  const t = useTranslations('finance.drafts')
  const tColumns = useTranslations('finance.columns')
  const tNumbers = useTranslations('typedNumbers')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { seesAllTenants } = useAccess()
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants && draft === null })
  const name = draft
    ? `invoice draft ${draft.id}`
    : `new invoice draft ${initial.creditsNo || initial.ordNo || ''}`
  const { values, conflict, change, forget } = useVersionedDraft(name, initial, draft?.version ?? 0)
  const [asked, ask] = useState<'issue' | 'discard' | null>(null)
  const [busy, setBusy] = useState(false)
  /** Why it was not issued: at the fields, and in one list. */
  const [refused, refuse] = useState<unknown>(null)
  const regions = useRegions()
  /** A due date follows date and terms until it is typed. */
  const changeFact = (patch: Partial<DraftValues>) => {
    const { date, terms } = { ...values, ...patch }
    const due = 'dueDate' in patch ? null : dueByTerms(terms, date)
    change({ ...patch, ...(due && { dueDate: due }) })
  }
  /** As it is when the answer comes: the one before would put back what the form held then. */
  const latest = useRef(change)
  latest.current = change
  const choose = async (tenantId: string) => {
    change({ tenantId })
    if (tenantId === '') return
    const begun = await queries.fetchQuery(startQuery({ tenantId: Number(tenantId) })).catch(() => undefined)
    // What the company says takes the place of nothing that was typed meanwhile.
    const { terms, billTo, place, currency } = begun ?? {}
    const due = terms ? dueByTerms(terms, values.date) : null
    latest.current({
      ...(currency && { currency }),
      ...(terms && { terms }),
      ...(due && { dueDate: due }),
      ...(billTo && { billTo }),
      ...(place && { place }),
    })
  }
  const unchanged = JSON.stringify(values) === JSON.stringify(initial)
  const moved = () => queries.invalidateQueries({ queryKey: ['finance'] })

  const save = async () => {
    refuse(null)
    const tax = unfilledTax(values)
    if (values.tenantId === '') return t('noClient')
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
      if (isProblem(failure) && failure.problem.errors) refuse(failure)
      else toast.failed(failureText(failure))
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
  const isInvoice = values.kind === 'invoice'
  const text = (field: 'terms' | 'currency', most: number) => (
    <TextField
      label={tColumns(field)}
      path={field}
      maxLength={most}
      value={values[field]}
      onChange={(event) => changeFact({ [field]: event.currentTarget.value })}
    />
  )
  const ownNumber = (field: 'poNo' | 'ordNo') => (
    <OwnField
      of={field === 'poNo' ? 'purchaseOrders' : 'orders'}
      tenantId={values.tenantId}
      label={tColumns(field)}
      path={field}
      maxLength={200}
      value={values[field]}
      onType={(value, choice) =>
        change({ [field]: value, ...(field === 'ordNo' && choice?.label && { poNo: choice.label }) })
      }
    />
  )
  const day = (field: 'date' | 'dueDate') => (
    <TextField
      type="date"
      label={tColumns(field)}
      path={field}
      value={values[field]}
      onChange={(event) => changeFact({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <FormDialog
      size="xl"
      title={values.kind === 'credit_note' ? t('creditNote', { number: values.creditsNo }) : t('invoice')}
      submit={t('save')}
      ready={!unchanged || draft === null}
      conflict={
        conflict && (
          <StaleNotice
            fields={[
              ...FACTS.map((field) => [tColumns(field), values[field], initial[field]] as const),
              [t('lines'), linesText(values), linesText(initial)],
              [t('taxes'), taxesText(values), taxesText(initial)],
            ]}
            onTake={forget}
          />
        )
      }
      onSubmit={save}
      onClose={onClose}
    >
      <Refused by={refused}>
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
              onChange={(event) => void choose(event.currentTarget.value)}
            />
          )
        )}
        <div className={css.facts}>
          {day('date')}
          {day('dueDate')}
          {text('terms', 200)}
          {ownNumber('ordNo')}
          {ownNumber('poNo')}
          {text('currency', 3)}
          {isInvoice && (
            <ChoiceField
              label={t('place')}
              path="place"
              value={values.place}
              data={[{ value: '', label: t('choosePlace') }, ...regions]}
              onChange={(event) => change({ place: event.currentTarget.value })}
            />
          )}
        </div>
        <TextArea
          label={t('billTo')}
          path="billTo"
          maxLength={500}
          value={values.billTo}
          onChange={(event) => change({ billTo: event.currentTarget.value })}
        />
        {start?.fromUpstream && <Refusal>{t('fromUpstream')}</Refusal>}
        {start?.allInvoiced && <p>{t('allInvoiced')}</p>}
        <DraftLines values={values} change={change} />
        {isInvoice && (
          <Checkbox
            label={t('otherTaxes')}
            checked={values.otherTaxes}
            onChange={(event) => change({ otherTaxes: event.currentTarget.checked })}
          />
        )}
        {isInvoice && values.otherTaxes && (
          <TextField
            label={t('taxNote')}
            path="taxNote"
            maxLength={200}
            value={values.taxNote}
            onChange={(event) => change({ taxNote: event.currentTarget.value })}
          />
        )}
        {(!isInvoice || values.otherTaxes) && <DraftTaxes values={values} change={change} />}
        <DraftTotals values={values} />
        {refused !== null && (
          <Refusal>
            {failureText(refused)}
            <ul>
              {Object.entries(faultsOf(refused).said)
                .filter(([path]) => UNPLACED.includes(path))
                .map(([path, message]) => (
                  <li key={path}>{message}</li>
                ))}
            </ul>
          </Refusal>
        )}
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
      </Refused>
    </FormDialog>
  )
}

/** What the server said when it was to be issued stands at the fields, until it is saved anew. */
const Refused = ({ by, children }: { by: unknown; children: ReactNode }) =>
  by === null ? children : <FormFaults value={faultsOf(by)}>{children}</FormFaults>
