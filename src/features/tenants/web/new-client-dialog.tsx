import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './clients.module.css'
import { clientsApi } from './clients-queries.ts'
import { FactsFields, factsOf, NEW_CLIENT } from './use-client-facts.tsx'

/** A new client; its codes, people and modules follow on its page. */
export function NewClientDialog({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const t = useTranslations('clients')
  const queries = useQueryClient()
  const { values, change, forget } = usePersistedDraft('new client', NEW_CLIENT)
  return (
    <FormDialog
      title={t('newTitle')}
      submit={t('make')}
      ready={values.name.trim() !== ''}
      onSubmit={async () => {
        const { id } = await clientsApi.create(factsOf(values))
        forget()
        toast.done(t('made', { name: values.name }))
        void queries.invalidateQueries({ queryKey: ['tenants'] })
        onMade(id)
        return undefined
      }}
      onClose={onClose}
    >
      <div className={css.fields}>
        <FactsFields values={values} onChange={change} />
      </div>
    </FormDialog>
  )
}
