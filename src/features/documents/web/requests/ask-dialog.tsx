import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { usePersistedDraft } from '../../../../platform/web/forms/use-persisted-draft.ts'
import { Checks } from '../../../../platform/web/kit/checks.tsx'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import { REQUESTS, requestsApi } from './requests-queries.ts'

/** Asks one company or several for a document; each gets a request of its own. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('documentRequests')
  const { tenant } = useAccess()
  const queries = useQueryClient()
  const { data = [] } = useQuery(tenantsQuery)
  const { values, change, forget } = usePersistedDraft('document request', {
    ...{ title: '', details: '', dueOn: '' },
    companies: [] as number[],
  })
  const companies = tenant ? [tenant.id] : values.companies
  const submit = async () => {
    if (values.title.trim() === '') return t('faults.noTitle')
    if (companies.length === 0) return t('faults.nobody')
    const { ids } = await requestsApi.ask({
      tenantIds: companies,
      title: values.title,
      details: values.details.trim() || null,
      dueOn: values.dueOn || null,
    })
    forget()
    await queries.invalidateQueries({ queryKey: REQUESTS })
    toast.done(t('asked', { count: ids.length }))
    onClose()
    return undefined
  }
  return (
    <FormDialog title={t('askTitle')} submit={t('askNow')} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('document')}
        description={t('documentHint')}
        value={values.title}
        maxLength={200}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      {!tenant && (
        <Checks
          legend={t('companies')}
          choices={data.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={companies}
          onChange={(chosen) => change({ companies: chosen })}
          long
        />
      )}
      <Textarea
        label={t('details')}
        value={values.details}
        maxLength={4000}
        autosize
        minRows={3}
        maxRows={10}
        onChange={(event) => change({ details: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label={t('dueOn')}
        value={values.dueOn}
        onChange={(event) => change({ dueOn: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
