import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormFaults, faultsOf } from '../../../platform/web/kit/form-faults.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ClientDetail } from '../contract.ts'
import css from './clients.module.css'
import { clientQuery, clientsApi } from './clients-queries.ts'
import { FactsFields, factsOf } from './use-client-facts.tsx'

const draftOf = ({ version, name, language, currency, timezone, region, ...client }: ClientDetail) => ({
  // With the draft, so that what was typed over an older version is not saved over a newer one.
  version,
  name,
  language: language ?? '',
  currency,
  timezone: timezone ?? '',
  region: region ?? '',
  address: client.address ?? '',
  terms: client.terms ?? '',
  accountManager: client.accountManager?.userId ?? '',
})

/** Name, language, currency, time zone, region and account manager of a client. */
export function ClientForm({ client }: { client: ClientDetail }) {
  const t = useTranslations('clients')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const { id, managers, accountManager } = client
  const initial = draftOf(client)
  const form = useForm({
    name: `client ${id}`,
    initial,
    send: async ({ version, accountManager: manager, ...facts }) => {
      await clientsApi.change({ id, version, ...factsOf(facts), accountManager: manager || null })
      await queries.refetchQueries({ queryKey: clientQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: ['tenants'] })
      toast.done(t('saved', { name: facts.name }))
    },
  })
  const { values, change, failure } = form
  const changed = JSON.stringify(values) !== JSON.stringify(initial)
  const stale = isProblem(failure, 412)
  const people =
    accountManager && !managers.some(({ userId }) => userId === accountManager.userId)
      ? [...managers, accountManager]
      : managers
  return (
    <Panel title={t('facts')}>
      <div className={css.fields}>
        <FormFaults value={faultsOf(failure)}>
          <FactsFields values={values} onChange={change} />
        </FormFaults>
        <ChoiceField
          label={t('accountManager')}
          value={values.accountManager}
          data={[
            { value: '', label: t('nobody') },
            ...people.map(({ userId, name }) => ({ value: userId, label: name })),
          ]}
          onChange={(event) => change({ accountManager: event.currentTarget.value })}
        />
        {failure !== null && <Refusal>{failureText(failure)}</Refusal>}
      </div>
      <div className={css.actions}>
        <Button
          loading={form.busy}
          disabled={!changed || !values.name.trim()}
          onClick={() => void form.submit()}
        >
          {t('save')}
        </Button>
        {(changed || stale) && (
          <Button
            variant="default"
            onClick={() => {
              form.forget()
              if (stale) void queries.refetchQueries({ queryKey: clientQuery(id).queryKey })
            }}
          >
            {t('discard')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
