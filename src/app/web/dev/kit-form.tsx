import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { postJson } from '../../../platform/web/api/portal-fetch.ts'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'

const INITIAL = { timezone: '' }

/** A form that outlives a reload and a lost connection, and is sent once. */
export function KitForm() {
  const failureText = useFailureText()
  const form = useForm({
    name: 'kit',
    initial: INITIAL,
    send: (values) => postJson('/api/v1/session/preferences', values, { sendTenantHeader: false }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.submit()) toast.done('Saved.')
  }
  return (
    <Panel
      title="A form that is kept"
      note={form.draft.restored ? 'restored after a reload' : 'nothing kept yet'}
    >
      <form onSubmit={submit}>
        <TextField
          label="Time zone"
          value={form.values.timezone}
          error={form.failure ? failureText(form.failure) : undefined}
          onChange={(event) => form.change({ timezone: event.currentTarget.value })}
        />
        <Button type="submit" loading={form.busy} mt="sm">
          Send
        </Button>
      </form>
    </Panel>
  )
}
