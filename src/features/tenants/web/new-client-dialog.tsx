import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useKeptForm } from '../../../platform/web/forms/use-kept-form.ts'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './clients.module.css'
import { clientsApi } from './clients-queries.ts'
import { FactsFields, factsOf, NEW_CLIENT } from './use-client-facts.tsx'

/** A new client; its codes, people and modules follow on its page. */
export function NewClientDialog({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const t = useTranslations('clients')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const form = useKeptForm({
    name: 'new client',
    initial: NEW_CLIENT,
    send: async (values) => {
      const { id } = await clientsApi.create(factsOf(values))
      toast.done(t('made', { name: values.name }))
      void queries.invalidateQueries({ queryKey: ['tenants'] })
      onMade(id)
    },
  })
  return (
    <Dialog
      opened
      title={t('newTitle')}
      onClose={onClose}
      onSubmit={() => void form.submit()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={form.sending} disabled={!form.values.name.trim()}>
            {t('make')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <FactsFields values={form.values} onChange={form.change} />
        {form.failure !== null && <p role="alert">{failureText(form.failure)}</p>}
      </div>
    </Dialog>
  )
}
