import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import css from './payments.module.css'

/** The place of both panels, by what whoever asks may do: the invoices below do not jump. */
export function PaymentsSkeleton() {
  const t = useTranslations('finance.panels')
  const pays = can(useAccess(), { permission: 'payments.write', module: 'finance' })
  return (
    <div className={css.panels}>
      {pays && (
        <Panel title={t('methods')} busy>
          <Skeleton height={122} />
        </Panel>
      )}
      <Panel title={t('payments')} busy>
        <Skeleton height={22} />
      </Panel>
    </div>
  )
}
