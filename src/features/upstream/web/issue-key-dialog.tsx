import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { KEY_SCOPES } from '../../../platform/contract/endpoint.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import type { UpstreamKey } from '../contract.ts'
import css from './upstream.module.css'
import { scopeName, upstreamApi } from './upstream-queries.ts'

type IssueProps = { sources: readonly string[]; onIssued: () => void; onClose: () => void }

/** A new key. It is shown once: leaving before it was copied loses it. */
export function IssueKeyDialog({ sources, onIssued, onClose }: IssueProps) {
  const t = useTranslations('upstream')
  const clients = useQuery(tenantsQuery)
  const [label, setLabel] = useState('')
  const [scope, setScope] = useState<UpstreamKey['scope']>('ingest')
  const [source, setSource] = useState(sources[0] ?? 'main')
  const [client, setClient] = useState('')
  const [issued, setIssued] = useState<string | null>(null)
  const issue = async () => {
    const { key } = await upstreamApi.issue({
      label,
      scope,
      source,
      client: client ? Number(client) : null,
    })
    setIssued(key)
    onIssued()
    return undefined
  }
  const copy = async (key: string) => {
    try {
      await navigator.clipboard.writeText(key)
      toast.done(t('copied'))
    } catch {
      toast.failed(t('notCopied'))
    }
  }
  if (issued)
    return (
      <Dialog
        opened
        title={t('issuedTitle', { key: label })}
        actions={
          <>
            <Button variant="default" onClick={() => void copy(issued)}>
              {t('copy')}
            </Button>
            <Button onClick={onClose}>{t('keptIt')}</Button>
          </>
        }
      >
        <div className={css.fields}>
          <p>{t('issuedText')}</p>
          <code className={css.key}>{issued}</code>
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title={t('issueTitle')}
      submit={t('issueNow')}
      ready={label.trim() !== '' && source.trim() !== ''}
      onSubmit={issue}
      onClose={onClose}
    >
      <TextField
        label={t('label')}
        description={t('labelText')}
        data-autofocus
        maxLength={100}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <ChoiceField
        label={t('scope')}
        value={scope}
        data={KEY_SCOPES.map((one) => ({ value: one, label: t(`scopes.${scopeName(one)}`) }))}
        onChange={(event) => setScope(event.currentTarget.value as UpstreamKey['scope'])}
      />
      <TextField
        label={t('source')}
        description={t('sourceText')}
        maxLength={60}
        list="upstream-sources"
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <datalist id="upstream-sources">
        {sources.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <ChoiceField
        label={t('client')}
        value={client}
        data={[
          { value: '', label: t('everyClient') },
          ...(clients.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => setClient(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
