import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import type { InvoiceDetail } from '../../contract.ts'
import { creditOf } from './draft-values.ts'

const DraftEditor = lazyComponent(() => import('./draft-editor.tsx'))

/** Begins a credit note for an invoice that was issued here. */
export default function CreditButton({ detail }: { detail: InvoiceDetail }) {
  const t = useTranslations('finance.drafts')
  const { tenant } = useAccess()
  const [opened, open] = useState(false)
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: tenant === null })
  const of = tenant ?? tenants.find(({ name }) => name === detail.invoice.tenantName)
  const today = useToday()
  return (
    <>
      <Button variant="default" disabled={of === undefined} onClick={() => open(true)}>
        {t('credit')}
      </Button>
      {opened && of && (
        <Suspense fallback={null}>
          <DraftEditor
            id={null}
            begins={creditOf(detail, { today, tenantId: of.id })}
            onClose={() => open(false)}
          />
        </Suspense>
      )}
    </>
  )
}
