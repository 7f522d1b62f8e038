import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { QUANTITY, readWithin } from '../../../../platform/web/format/typed-number.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useNumberFault } from '../../../../platform/web/format/use-number-fault.ts'
import { useActing } from '../../../../platform/web/forms/use-acting.ts'
import { usePersistedDraft } from '../../../../platform/web/forms/use-persisted-draft.ts'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { DraftNotice } from '../../../../platform/web/kit/draft-notice.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormFaults } from '../../../../platform/web/kit/form-faults.ts'
import { Notice } from '../../../../platform/web/kit/notice.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import css from '../po.module.css'
import { api } from '../po-queries.ts'
import { AddressField } from './address-field.tsx'
import { DraftLines } from './draft-lines.tsx'
import { type DraftValues, draftOf, lineFaults } from './draft-values.ts'
import { useCheck } from './use-check.ts'

type DraftFormProps = {
  /** What is typed is kept under it. */
  name: string | number
  draft: { id: number } | null
  initial: DraftValues
  /** Whose replacement it orders. */
  issueId?: number | undefined
  /** What the server has now, after somebody else changed it. */
  reload: (() => Promise<DraftValues | null>) | null
}

/** What is typed stays in the browser until the server has it: over a reload, a lost line, and another's change. */
export function DraftForm({ name, draft, initial, issueId, reload }: DraftFormProps) {
  const t = useTranslations('purchaseOrders')
  const numberFault = useNumberFault()
  const failureText = useFailureText()
  const formats = useFormats()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { tenant, seesAllTenants } = useAccess()
  const kept = usePersistedDraft(`purchase order ${name}`, initial)
  const { values, change, forget } = kept
  const { busy, wrong, faults, stale, fields, attempt, clear } = useActing()
  const { data: companies = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants && !draft })
  const of = seesAllTenants ? Number(values.tenant) || undefined : tenant?.id
  const check = useCheck(values, {
    id: draft?.id,
    issueId,
    tenant: seesAllTenants ? of : undefined,
    ready: of !== undefined,
  })
  const [discarding, setDiscarding] = useState(false)

  // Theirs is known from now on: what is typed here stays, and saving once more keeps it.
  const learnTheirs = async () => {
    const theirs = await reload?.()
    if (theirs) change({ version: theirs.version })
  }
  /** All that is wrong with the fields, each at its own. */
  const wrongFields = () => ({
    ...(of === undefined && { tenant: t('companyMissing') }),
    ...lineFaults(values, {
      itemMissing: t('editor.itemMissing'),
      quantity: (typed) => {
        const read = readWithin(typed, QUANTITY)
        return 'what' in read ? numberFault(read, typed, QUANTITY) : undefined
      },
    }),
  })
  const save = async (): Promise<{ id: number; version: number }> =>
    draft
      ? { ...draft, ...(await api.change({ ...draft, version: values.version, ...draftOf(values) })) }
      : api.create({
          ...draftOf(values),
          ...(seesAllTenants && { tenant: of }),
          ...(issueId !== undefined && { issueId }),
        })
  const open = (id: number) => navigate({ to: '/orders/purchase-orders/$id', params: { id: String(id) } })
  /** Of fields in which nothing is wrong. */
  const whenFilled = (work: (saved: { id: number; version: number }) => Promise<void>) =>
    attempt(async () => {
      const found = wrongFields()
      if (Object.values(found).some(Boolean)) return found
      await work(await save())
      return undefined
    }, learnTheirs)
  const keep = () =>
    whenFilled(async (saved) => {
      forget()
      await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
      toast.done(t('saved'))
      await open(saved.id)
    })
  const submit = () =>
    whenFilled(async (saved) => {
      if (draft) change({ version: saved.version })
      else forget()
      await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
      try {
        await api.act({ ...saved, act: 'submit' })
      } catch (fault) {
        // The draft is kept on the server: it goes on there, with what is in the way.
        toast.failed(failureText(fault))
        if (draft) throw fault
        await navigate({
          to: '/orders/purchase-orders/$id/edit',
          params: { id: String(saved.id) },
        } as never)
        return
      }
      forget()
      toast.done(t('done.submit'))
      await queries.invalidateQueries({ queryKey: ['purchase-orders'] })
      await open(saved.id)
    })
  const discard = () =>
    attempt(async () => {
      if (draft) await api.discard({ ...draft, version: values.version })
      forget()
      setDiscarding(false)
      await queries.invalidateQueries({ queryKey: ['purchase-orders', 'list'] })
      toast.done(t('discarded'))
      await navigate({ to: '/orders/purchase-orders' })
      return undefined
    }, learnTheirs)

  return (
    <>
      <PageHead
        title={t(draft ? 'edit' : 'new')}
        trail={<Link to="/orders/purchase-orders">{t('title')}</Link>}
        actions={
          <>
            <Button variant="default" onClick={() => setDiscarding(true)}>
              {t('discard')}
            </Button>
            <Button variant="default" loading={busy} onClick={() => void keep()}>
              {t('saveDraft')}
            </Button>
            <Button loading={busy} onClick={() => void submit()}>
              {t('acts.submit')}
            </Button>
          </>
        }
      />
      {wrong && (
        <Refusal>
          {wrong} {stale && t('staleHint')}{' '}
          {stale && reload && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                void reload().then((theirs) => {
                  if (theirs) change(theirs)
                  clear()
                })
              }
            >
              {t('loadTheirs')}
            </Button>
          )}
        </Refusal>
      )}
      <DraftNotice draft={kept} />
      {check.data && check.data.duplicates.length > 0 && (
        <Notice tone="warn" icon={<IconAlertTriangle size={20} aria-hidden />} title={t('duplicate')}>
          {t('duplicateHint')}
        </Notice>
      )}
      <FormFaults value={faults}>
        <div ref={fields}>
          <Grid>
            <Cell span={12}>
              <Panel title={t('facts.title')}>
                <div className={css.form}>
                  {seesAllTenants && !draft && (
                    <ChoiceField
                      data-wide
                      label={t('columns.tenantName')}
                      path="tenant"
                      value={values.tenant}
                      data={[
                        { value: '', label: t('chooseCompany') },
                        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
                      ]}
                      onChange={(event) => change({ tenant: event.currentTarget.value })}
                    />
                  )}
                  <TextField
                    label={t('columns.poNo')}
                    path="poNo"
                    value={values.poNo}
                    maxLength={60}
                    onChange={(event) => change({ poNo: event.currentTarget.value })}
                  />
                  <TextField
                    type="date"
                    label={t('columns.requestedDate')}
                    path="requestedDate"
                    max="9999-12-31"
                    value={values.requestedDate}
                    {...(check.data?.earliestDate && {
                      description: t('earliestHint', { date: formats.date(check.data.earliestDate) }),
                    })}
                    error={check.data?.tooSoon && t('tooSoon')}
                    onChange={(event) => change({ requestedDate: event.currentTarget.value })}
                  />
                  <AddressField
                    tenant={seesAllTenants ? of : undefined}
                    ready={of !== undefined}
                    value={values.shipTo}
                    onChange={(shipTo) => change({ shipTo })}
                  />
                  <Textarea
                    label={t('facts.note')}
                    rows={3}
                    maxLength={2000}
                    value={values.note}
                    onChange={(event) => change({ note: event.currentTarget.value })}
                  />
                </div>
              </Panel>
            </Cell>
            <Cell span={12}>
              <DraftLines
                lines={values.lines}
                tenant={seesAllTenants ? of : undefined}
                ready={of !== undefined}
                checked={check.data}
                onChange={(lines) => change({ lines })}
              />
            </Cell>
          </Grid>
        </div>
      </FormFaults>
      <ConfirmDialog
        opened={discarding}
        title={t('discard')}
        text={t('discardText')}
        confirm={t('discard')}
        danger
        pending={busy}
        onConfirm={() => void discard()}
        onClose={() => setDiscarding(false)}
      />
    </>
  )
}
