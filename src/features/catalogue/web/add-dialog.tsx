import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import { api, candidatesQuery } from './catalogue-queries.ts'

type AddDialogProps = { tenant: number | undefined; onClose: () => void }

/** Offers a product to a client that has it on no order. */
export function AddDialog({ tenant, onClose }: AddDialogProps) {
  const t = useTranslations('catalogue')
  const queries = useQueryClient()
  const { data: companies = [] } = useQuery({ ...tenantsQuery, enabled: tenant === undefined })
  const [company, setCompany] = useState('')
  const [term, setTerm] = useState('')
  const [product, setProduct] = useState('')
  const { data: found = [] } = useQuery(candidatesQuery(useDeferredValue(term.trim())))
  const tenantId = tenant ?? (company === '' ? undefined : Number(company))
  const submit = async () => {
    if (tenantId === undefined || product === '') return undefined
    const terms = { choice: true, minimumQuantity: null, leadWeeks: null, version: 0 }
    try {
      await api.offer({ tenantId, productId: Number(product), ...terms })
    } catch (fault) {
      if (isProblem(fault, 412)) return t('alreadyThere')
      throw fault
    }
    await queries.invalidateQueries({ queryKey: ['catalogue'] })
    toast.done(t('saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('addTitle')}
      submit={t('offer')}
      ready={tenantId !== undefined && found.some(({ id }) => String(id) === product)}
      onSubmit={submit}
      onClose={onClose}
    >
      {tenant === undefined && (
        <ChoiceField
          label={t('company')}
          value={company}
          data={[
            { value: '', label: t('chooseCompany') },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setCompany(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t('find')}
        value={term}
        maxLength={200}
        data-autofocus
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <ChoiceField
        label={t('product')}
        value={product}
        disabled={found.length === 0}
        data={[
          { value: '', label: t('chooseProduct', { count: term.trim() === '' ? 1 : found.length }) },
          ...found.map(({ id, itemNo, name }) => ({ value: String(id), label: `${itemNo} · ${name}` })),
        ]}
        onChange={(event) => setProduct(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
