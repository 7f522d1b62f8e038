import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { LegalDocument } from '../contract.ts'
import { DOCUMENTS, documentsApi } from './documents-queries.ts'

type AcknowledgeProps = { document: LegalDocument; onClose: () => void }

/** Signs a legal document for the company, with the password once more (E6): an agreement is accepted, of a notice receipt is acknowledged. */
export function AcknowledgeDialog({ document, onClose }: AcknowledgeProps) {
  const t = useTranslations('documents.legal')
  const queries = useQueryClient()
  const { tenant } = useAccess()
  const [password, setPassword] = useState('')
  const { id, title, signing } = document
  const version = document.version ?? 0
  const sign = async () => {
    try {
      await documentsApi.acknowledge({ id, version, signing, password })
    } catch (fault) {
      if (isProblem(fault, 422) && fault.code === 'invalid_password') return fault.problem.title
      throw fault
    }
    toast.done(t(`${signing}.done`, { title, version }))
    void queries.invalidateQueries({ queryKey: DOCUMENTS })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t(`${signing}.heading`, { title })}
      submit={t(`${signing}.submit`)}
      ready={password !== ''}
      onSubmit={sign}
      onClose={onClose}
    >
      <p>{t(`${signing}.text`, { company: tenant?.name ?? '', version })}</p>
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
