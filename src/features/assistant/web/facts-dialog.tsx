import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { TextsField } from '../../../platform/web/kit/texts-field.tsx'
import type { Fact, FactTopic } from '../contract.ts'
import { assistantApi, factsQuery } from './assistant-queries.ts'

/** What the manufacturer says of itself, one topic at a time. */
export function FactsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('assistant.facts')
  const { data, error, refetch } = useQuery(factsQuery)
  const [topic, setTopic] = useState<FactTopic>('allergens')
  const fact = data?.items.find((item) => item.topic === topic)
  if (!fact)
    return (
      <Dialog opened title={t('title')} onClose={onClose}>
        {error ? (
          <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
        ) : (
          <p aria-busy="true">{t('loading')}</p>
        )}
      </Dialog>
    )
  return (
    <FactForm
      key={`${topic} ${fact.version}`}
      fact={fact}
      topics={data?.items.map((item) => item.topic) ?? []}
      onTopic={setTopic}
      onClose={onClose}
    />
  )
}

type FormProps = {
  fact: Fact
  topics: readonly FactTopic[]
  onTopic: (topic: FactTopic) => void
  onClose: () => void
}

function FactForm({ fact, topics, onTopic, onClose }: FormProps) {
  const t = useTranslations('assistant.facts')
  const queries = useQueryClient()
  const [texts, setTexts] = useState(fact.texts)
  const [owner, setOwner] = useState(fact.owner ?? '')
  const [statedOn, setStatedOn] = useState(fact.statedOn ?? '')
  const save = async () => {
    await assistantApi.keepFact({
      ...{ topic: fact.topic, texts, version: fact.version },
      owner: owner.trim() || null,
      statedOn: statedOn || null,
    })
    await queries.invalidateQueries({ queryKey: factsQuery.queryKey })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      size="xl"
      ready={texts.en.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('topic')}
        value={fact.topic}
        data={topics.map((value) => ({ value, label: t(`topics.${value}`) }))}
        onChange={(event) => onTopic(event.currentTarget.value as FactTopic)}
      />
      <TextsField value={texts} longest={1000} onChange={setTexts} />
      <TextField
        label={t('owner')}
        maxLength={200}
        value={owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
      />
      <TextField
        type="date"
        label={t('statedOn')}
        value={statedOn}
        onChange={(event) => setStatedOn(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
