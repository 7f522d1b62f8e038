import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { renamePasskey } from './second-factor-api.ts'
import type { Passkey } from './use-factor-items.tsx'

/** Another name for a passkey. */
export function RenamePasskey({ passkey, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const t = useTranslations('secondFactor')
  const [name, setName] = useState(passkey.name)
  return (
    <FormDialog
      title={t('renameTitle')}
      submit={t('rename')}
      ready={name.trim() !== ''}
      onClose={onEnd}
      onSubmit={async () => {
        await renamePasskey(passkey.id, name)
        onEnd()
        return undefined
      }}
    >
      <TextField
        label={t('passkeyName')}
        description={t('passkeyNameHint')}
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
