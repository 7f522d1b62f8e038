import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePersistedDraft } from '../../../../platform/web/forms/use-persisted-draft.ts'
import { Checks } from '../../../../platform/web/kit/checks.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { AdminDocument, Facts } from '../../admin-contract.ts'
import { AudienceField, faultOf } from './audience-field.tsx'
import { FactsFields } from './facts-fields.tsx'
import { libraryApi } from './library-queries.ts'

type FactsDialogProps = { document: AdminDocument; onDone: () => void; onClose: () => void }

const factsOf = ({ title, number, description, audience, ...document }: AdminDocument): Facts => ({
  ...{ title, number, description, audience, shelves: document.shelves, category: document.category },
  ...{ type: document.type, language: document.language, lotNos: document.lotNos },
  lotSource: document.lotSource,
  ...{ productCode: document.productCode, productName: document.productName },
  ...{ productLine: document.productLine },
  ...{ effectiveOn: document.effectiveOn, expiresOn: document.expiresOn },
})

/** Changes what a document is and whom it is for; of one without a released file also whether it is announced. */
export function FactsDialog({ document, onDone, onClose }: FactsDialogProps) {
  const t = useTranslations('library')
  const [initial] = useState(() => ({ facts: factsOf(document), pending: document.status === 'pending' }))
  // What was typed about another state of it is no draft of this one.
  const { values, change, forget } = usePersistedDraft(`document ${document.id} ${document.version}`, initial)
  const { facts, pending } = values
  const patch = (more: Partial<Facts>) => change({ facts: { ...facts, ...more } })
  const unreleased = document.status === 'draft' || document.status === 'pending'
  const save = async () => {
    const fault = faultOf(facts)
    if (fault) return t(`faults.${fault}`)
    await libraryApi.change({
      id: document.id,
      version: document.version,
      pending: unreleased && pending,
      ...facts,
    })
    forget()
    toast.done(t('saved'))
    onDone()
    return undefined
  }
  const leave = () => {
    forget()
    onClose()
  }
  return (
    <FormDialog title={t('editTitle')} submit={t('save')} onSubmit={save} onClose={leave}>
      <FactsFields facts={facts} onChange={patch} />
      <AudienceField audience={facts.audience} onChange={(audience) => patch({ audience })} />
      {unreleased && (
        <Checks
          legend={t('announce')}
          choices={[{ value: 'pending', label: t('announceText') }]}
          chosen={pending ? ['pending'] : []}
          onChange={(chosen) => change({ pending: chosen.length > 0 })}
        />
      )}
    </FormDialog>
  )
}
