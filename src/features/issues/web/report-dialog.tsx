import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { TextArea } from '../../../platform/web/kit/text-area.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { LotField } from '../../lots/web/published.ts'
import { ordersContract } from '../../orders/contract.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import { ISSUE_TYPES, PRIORITIES } from '../domain/rules.ts'
import { ChosenFiles } from './chosen-files.tsx'
import css from './issues.module.css'
import { issuesApi } from './issues-queries.ts'
import type { ReportLinks } from './report-links.ts'

const orders = createApi(ordersContract)

type ReportDialogProps = { links: ReportLinks; onClose: () => void }

/** A new issue; what it is about is filled in where it is reported from. */
export default function ReportDialog({ links, onClose }: ReportDialogProps) {
  const t = useTranslations('issues')
  const { seesAllTenants, permissions } = useAccess()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants })
  const about = [
    links.order?.id,
    links.line,
    links.itemNo,
    links.lotNo,
    links.invoice && `invoice ${links.invoice.id}`,
  ]
    .filter(Boolean)
    .join(' ')
  const draft = usePersistedDraft(`new issue ${about}`, {
    tenant: String((links.order ?? links.invoice)?.tenantId ?? ''),
    type: (links.invoice ? 'billing' : ISSUE_TYPES[0]) as string,
    priority: 'medium',
    title: links.invoice ? t('form.aboutInvoice', { number: links.invoice.number }) : (links.line ?? ''),
    description: '',
    order: links.order?.name ?? '',
    itemNo: links.itemNo ?? '',
    lotNo: links.lotNo ?? '',
    // After a lost answer or a reload it is the same issue.
    key: crypto.randomUUID() as string,
  })
  const { values, change } = draft
  const field = (name: 'title' | 'order' | 'itemNo', label: string, description?: string) => (
    <TextField
      label={label}
      {...(description && { description })}
      path={name}
      value={values[name]}
      maxLength={200}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  /** The order that is meant; undefined: none, null: not to be found. */
  const findOrder = async (): Promise<number | undefined | null> => {
    const name = values.order.trim()
    if (name === '') return undefined
    if (links.order && name === links.order.name.trim()) return links.order.id
    try {
      return (await orders.get({ ordNo: name })).order.id
    } catch (fault) {
      if (isProblem(fault, 404) || isProblem(fault, 409)) return null
      throw fault
    }
  }
  const submit = async () => {
    const orderId = await findOrder()
    const wrong = {
      tenantId: seesAllTenants && values.tenant === '' ? t('form.choose') : undefined,
      title: values.title.trim() === '' ? t('form.noTitle') : undefined,
      description: values.description.trim() === '' ? t('form.noDescription') : undefined,
      order: orderId === null ? t('form.noSuchOrder') : undefined,
    }
    if (orderId === null || Object.values(wrong).some(Boolean)) return wrong
    change({ key: values.key })
    const { id, number } = await issuesApi.report({
      ...(seesAllTenants && { tenantId: Number(values.tenant) }),
      type: values.type as (typeof ISSUE_TYPES)[number],
      priority: values.priority as (typeof PRIORITIES)[number],
      title: values.title,
      description: values.description,
      ...(orderId !== undefined && { orderId }),
      ...(values.itemNo.trim() && { itemNo: values.itemNo.trim() }),
      ...(values.lotNo.trim() && { lotNo: values.lotNo.trim() }),
      ...(links.invoice && { invoiceId: links.invoice.id }),
      ...{ key: values.key, draft: draft.form },
    })
    draft.forget()
    toast.done(t('form.sent', { number }))
    void queries.invalidateQueries({ queryKey: ['issues'] })
    onClose()
    await navigate({ to: '/orders/issues/$number', params: { number: `id:${id}` } })
    return undefined
  }
  return (
    <FormDialog title={t('form.title')} submit={t('form.send')} onSubmit={submit} onClose={onClose}>
      <DraftNotice draft={draft} />
      {seesAllTenants && (
        <ChoiceField
          label={t('form.company')}
          path="tenantId"
          value={values.tenant}
          data={[
            { value: '', label: t('form.choose') },
            ...tenants.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => change({ tenant: event.currentTarget.value })}
        />
      )}
      <div className={css.pair}>
        <ChoiceField
          label={t('form.type')}
          value={values.type}
          data={ISSUE_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(event) => change({ type: event.currentTarget.value })}
        />
        <ChoiceField
          label={t('form.priority')}
          value={values.priority}
          data={PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))}
          onChange={(event) => change({ priority: event.currentTarget.value })}
        />
      </div>
      {field('title', t('form.subject'), t('form.subjectHint'))}
      <TextArea
        label={t('form.description')}
        path="description"
        value={values.description}
        maxLength={10_000}
        autosize
        minRows={4}
        maxRows={12}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {links.invoice ? (
        <p className={css.quiet}>{t('form.ofInvoice', { number: links.invoice.number })}</p>
      ) : (
        <>
          {permissions.includes('orders.read') && field('order', t('form.order'), t('form.orderHint'))}
          <div className={css.pair}>
            {field('itemNo', t('form.item'))}
            <LotField
              label={t('form.lot')}
              path="lotNo"
              value={values.lotNo}
              tenant={seesAllTenants && values.tenant !== '' ? Number(values.tenant) : undefined}
              onChange={(lotNo) => change({ lotNo })}
            />
          </div>
        </>
      )}
      <ChosenFiles files={draft.files} onAdd={draft.addFile} onRemove={draft.removeFile} />
    </FormDialog>
  )
}
