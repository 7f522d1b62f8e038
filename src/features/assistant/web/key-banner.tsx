import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { AssistantState } from '../contract.ts'
import css from './assistant.module.css'
import { assistantApi, stateQuery } from './assistant-queries.ts'

type Status = NonNullable<AssistantState['key']>['status']
const CHECKS = ['right', 'allowed', 'credit', 'reachable'] as const

/** For administrators: the provider's key does not work, or nobody knows yet. */
export function KeyBanner({ provider, status }: { provider: string; status: Status }) {
  const t = useTranslations('assistant.key')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [testing, setTesting] = useState(false)
  if (status === 'valid' && !testing) return null
  const test = async () => {
    setTesting(true)
    try {
      await assistantApi.testKey()
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await queries.invalidateQueries({ queryKey: stateQuery.queryKey })
    setTesting(false)
  }
  const busy = testing || status === 'testing'
  return (
    <Notice
      tone="bad"
      icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
      title={t('title', { provider })}
      action={
        <Button variant="default" loading={busy} onClick={() => void test()}>
          {t('again')}
        </Button>
      }
    >
      {busy ? t('testing') : status === 'unknown' ? t('checking') : t('invalid', { provider })}
      {!busy && status === 'invalid' && (
        <span className={css.checks}>{CHECKS.map((check) => t(`checks.${check}`)).join(' · ')}</span>
      )}
    </Notice>
  )
}
