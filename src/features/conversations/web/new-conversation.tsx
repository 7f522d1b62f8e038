import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { useActing } from '../../../platform/web/forms/use-acting.ts'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormFaults } from '../../../platform/web/kit/form-faults.ts'
import { TextArea } from '../../../platform/web/kit/text-area.tsx'
import { ordersContract } from '../../orders/contract.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import css from './chat.module.css'
import { conversationsApi, ofOrderQuery } from './conversations-queries.ts'
import { Hours } from './hours.tsx'
import { Back } from './thread.tsx'

const orders = createApi(ordersContract)

/** The first message; about an order where it was asked from one. What was typed is kept, and sent again it is one conversation. */
export function NewConversation({ order }: { order: number | undefined }) {
  const t = useTranslations('chat')
  const { seesAllTenants } = useAccess()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const about = useQuery({
    queryKey: ['orders', 'detail', `id:${order}`],
    queryFn: ({ signal }) => orders.get({ ordNo: `id:${order}` }, { signal }),
    enabled: order !== undefined,
  })
  const { busy, wrong, faults, fields, attempt } = useActing()
  const draft = usePersistedDraft(`new conversation ${order ?? ''}`, {
    ...{ tenant: '', subject: '', text: '' },
    key: crypto.randomUUID() as string,
  })
  const { values, change, forget } = draft
  const found = about.data?.order
  const name = found ? (found.ordNo ?? found.primary ?? found.poNo ?? `id:${found.id}`) : null
  const subject = values.subject || (name === null ? '' : t('aboutOrder', { order: name }))
  // Whose an order is, the server knows.
  const asksTenant = seesAllTenants && order === undefined
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: asksTenant })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    await attempt(async () => {
      const found = {
        tenantId: asksTenant && values.tenant === '' ? t('form.choose') : undefined,
        subject: subject.trim() === '' ? t('form.noSubject') : undefined,
        text: values.text.trim() === '' ? t('form.noText') : undefined,
      }
      if (Object.values(found).some(Boolean)) return found
      // Kept with the draft: after a lost answer or a reload it is the same conversation.
      change({ key: values.key })
      const { id } = await conversationsApi.open({
        ...(asksTenant && { tenantId: Number(values.tenant) }),
        ...(order !== undefined && { orderId: order }),
        ...{ subject, text: values.text, key: values.key },
      })
      forget()
      void queries.invalidateQueries({ queryKey: ['conversations'] })
      await navigate({ to: '/chat', search: { conversation: id }, replace: true })
      return undefined
    })
  }
  return (
    <section className={css.thread} aria-label={t('new')}>
      <header className={css.head}>
        <Back />
        <h2>{t('new')}</h2>
        <Hours />
      </header>
      {order !== undefined && <Already order={order} />}
      <FormFaults value={faults}>
        <form className={css.fields} noValidate onSubmit={(event) => void send(event)}>
          <DraftNotice draft={draft} />
          <div ref={fields} className={css.fields}>
            {asksTenant && (
              <ChoiceField
                label={t('form.company')}
                path="tenantId"
                value={values.tenant}
                data={[
                  { value: '', label: t('form.choose') },
                  ...tenants.map((one) => ({ value: String(one.id), label: one.name })),
                ]}
                onChange={(event) => change({ tenant: event.currentTarget.value })}
              />
            )}
            <TextField
              label={t('form.subject')}
              path="subject"
              value={subject}
              maxLength={200}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
            <TextArea
              label={t('message')}
              path="text"
              value={values.text}
              maxLength={10_000}
              autosize
              minRows={4}
              maxRows={12}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
          </div>
          {wrong !== null && (
            <p role="alert" className={css.wrong}>
              {wrong}
            </p>
          )}
          <div className={css.row}>
            <Button type="submit" loading={busy} disabled={order !== undefined && about.isPending}>
              {t('send')}
            </Button>
          </div>
        </form>
      </FormFaults>
    </section>
  )
}

/** What is being said about the order already. */
function Already({ order }: { order: number }) {
  const t = useTranslations('chat')
  const { data } = useQuery(ofOrderQuery(order))
  if (!data || data.items.length === 0) return null
  return (
    <div className={css.already}>
      <p>{t('already')}</p>
      <ul>
        {data.items.map(({ id, subject }) => (
          <li key={id}>
            <Link to="/chat" search={{ conversation: id }}>
              {subject}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
