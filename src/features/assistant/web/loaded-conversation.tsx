import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { AssistantState } from '../contract.ts'
import css from './assistant.module.css'
import { stateQuery, turnsQuery } from './assistant-queries.ts'

export type Turns = ReturnType<typeof useTurns>
const useTurns = () => useCursorList(turnsQuery)

type Props = { children: (state: AssistantState, list: Turns) => ReactNode }

/** The conversation once it is there, and what is to be said until then. */
export function LoadedConversation({ children }: Props) {
  const t = useTranslations('assistant')
  const { data, error, refetch } = useQuery(stateQuery)
  const list = useTurns()
  if (data && list.first) return children(data, list)
  const failure = error ?? list.failure
  if (failure)
    return (
      <ErrorCard
        title={t('notLoaded')}
        failure={failure}
        onRetry={() => void Promise.all([refetch(), list.refresh()])}
        framed={false}
      />
    )
  return (
    <div className={css.pane} role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={48} />
      <Skeleton height={200} />
    </div>
  )
}
