import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import css from './drafts.module.css'

/** The place of the drafts. */
export function DraftsSkeleton() {
  const t = useTranslations('finance.drafts')
  return (
    <div className={css.panel}>
      <Panel title={t('title')} busy>
        <Skeleton height={22} />
      </Panel>
    </div>
  )
}
