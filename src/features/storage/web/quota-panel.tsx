import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Bounds, decimalWithin } from '../../../platform/web/format/typed-number.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Quota } from '../contract.ts'
import css from './storage.module.css'
import { quotaQuery, storageApi, type Whose } from './storage-queries.ts'

const GB = 1_000_000_000
const BOUNDS: Bounds = { decimals: 3, least: 0.001, most: 1_000_000 }

/** What is used, and how much may be, of a company or a person. */
export default function QuotaPanel({ whose }: { whose: Whose }) {
  const t = useTranslations('storage')
  const formats = useFormats()
  const { data, error, refetch } = useQuery(quotaQuery(whose))
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const sizes = data && { used: formats.fileSize(data.used), quota: formats.fileSize(data.quota) }
  return (
    <Panel
      title={t('title')}
      busy={!data}
      note={sizes && t(data.own === null ? 'noteDefault' : 'note', sizes)}
    >
      {data && <QuotaForm key={data.own} whose={whose} quota={data} />}
    </Panel>
  )
}

function QuotaForm({ whose, quota }: { whose: Whose; quota: Quota }) {
  const t = useTranslations('storage')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const initial = quota.own === null ? '' : formats.quantity(quota.own / GB)
  const [text, setText] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const decimal = decimalWithin(text, BOUNDS)
  const save = async () => {
    const own = decimal === null ? null : Math.round(Number(decimal) * GB)
    setBusy(true)
    setWrong(null)
    try {
      const saved = await ('id' in whose
        ? storageApi.setOfCompany({ ...whose, own })
        : storageApi.setOfPerson({ ...whose, own }))
      queries.setQueryData(quotaQuery(whose).queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['storage'] })
      toast.done(t('saved'))
    } catch (failure) {
      setWrong(failureText(failure))
    }
    setBusy(false)
  }
  return (
    <form
      className={css.fields}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NumberField
        label={t('quota')}
        description={t('id' in whose ? 'quotaHint' : 'quotaHintPerson')}
        bounds={BOUNDS}
        optional
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {wrong !== null && <Refusal>{wrong}</Refusal>}
      <p>
        <Button
          type="submit"
          loading={busy}
          disabled={text === initial || (text.trim() !== '' && decimal === null)}
        >
          {t('save')}
        </Button>
      </p>
    </form>
  )
}
