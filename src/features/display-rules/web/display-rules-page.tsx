import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RulesEditor } from './rules-editor.tsx'
import { RulesHistory } from './rules-history.tsx'
import { rulesQuery } from './rules-queries.ts'

/** What products and customers are called on the screens, whatever upstream calls them (D3). */
export default function DisplayRulesPage() {
  const t = useTranslations('displayRules')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(rulesQuery)
  // The rules that are being edited: they do not change beneath the hands of who edits them.
  const [round, setRound] = useState(0)
  const again = async () => {
    await queries.invalidateQueries({ queryKey: ['display-rules'] })
    setRound((last) => last + 1)
  }
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      {data ? (
        <>
          <RulesEditor key={round} rules={data} onApplied={again} />
          <RulesHistory rules={data} onUndone={again} />
        </>
      ) : error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <Panel title={t('products')} busy>
          {t('loading')}
        </Panel>
      )}
    </>
  )
}
