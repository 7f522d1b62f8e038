import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Signing } from '../../../../platform/web/api/step-up.ts'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { FactsTable } from '../../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { libraryApi } from './library-queries.ts'

/** A version that waits to be released. */
export type Waiting = { id: number; title: string; version: number; checksum: string }
/** Null: it was released; else why not. */
type Outcome = { row: Waiting; refused: string | null }

type Props = { rows: readonly Waiting[]; onDone: () => void; onClose: () => void }

/** Releases several versions with one signature (J7): each is signed for and recorded by itself, and each refusal is told. */
export function ReleaseSeveralDialog({ rows, onDone, onClose }: Props) {
  const t = useTranslations('library')
  const s = useTranslations('library.several')
  const failureText = useFailureText()
  const [reason, setReason] = useState('')
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  const release = async () => {
    const said = reason.trim()
    const signing: Signing = {
      meaning: t('signing.released'),
      rows: rows.map(({ title, version, checksum }) => t('signing.row', { title, version, checksum })),
      requests: rows.map(({ id, version }) => ({
        method: 'POST',
        path: `/api/v1/admin/documents/${id}/release`,
        body: { version, reason: said },
      })),
    }
    const done: Outcome[] = []
    for (const row of rows)
      try {
        await libraryApi.release({ id: row.id, version: row.version, reason: said }, { context: { signing } })
        done.push({ row, refused: null })
      } catch (fault) {
        // Nobody signed, or may sign at all: nothing was released.
        if (!signing.given) throw fault
        done.push({ row, refused: failureText(fault) })
      }
    const released = done.filter(({ refused }) => refused === null).length
    onDone()
    if (released < rows.length) setOutcomes(done)
    else {
      toast.done(s('done', { count: released }))
      onClose()
    }
    return undefined
  }
  const facts = (last: string, cell: (row: Waiting) => string) => (
    <FactsTable
      label={s('rows')}
      columns={[{ title: s('document') }, { title: s('version'), figure: true }, { title: last }]}
      rows={rows.map((row) => ({ key: String(row.id), cells: [row.title, row.version, cell(row)] }))}
    />
  )
  if (outcomes) {
    const released = outcomes.filter(({ refused }) => refused === null).length
    return (
      <Dialog
        opened
        title={s('title', { count: rows.length })}
        size="xl"
        onClose={onClose}
        actions={<Button onClick={onClose}>{s('close')}</Button>}
      >
        <p role="status">{s('some', { count: released, total: rows.length })}</p>
        {facts(s('outcome'), ({ id }) => outcomes.find(({ row }) => row.id === id)?.refused ?? s('released'))}
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={s('title', { count: rows.length })}
      submit={s('sign')}
      size="xl"
      ready={reason.trim() !== ''}
      onSubmit={release}
      onClose={onClose}
    >
      <p>{s('text')}</p>
      {facts(s('checksum'), ({ checksum }) => checksum.slice(0, 12))}
      <Textarea
        label={t('releaseReason')}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
