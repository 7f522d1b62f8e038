import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { type AssistantState, MODES, type Mode } from '../contract.ts'
import css from './assistant.module.css'
import { assistantApi, stateQuery } from './assistant-queries.ts'

type Props = {
  setting: NonNullable<AssistantState['setting']>
  providerSetUp: boolean
  onClose: () => void
}

/** Who answers the company's questions; a provider outside only once somebody agreed to what it is sent. */
export function SettingDialog({ setting, providerSetUp, onClose }: Props) {
  const t = useTranslations('assistant.setting')
  const formats = useFormats()
  const queries = useQueryClient()
  const [mode, setMode] = useState<Mode>(setting.mode)
  const [consent, setConsent] = useState(false)
  const save = async () => {
    await assistantApi.choose({ mode, consent, version: setting.version })
    await queries.invalidateQueries({ queryKey: stateQuery.queryKey })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      ready={mode !== 'provider' || consent}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('mode')}
        value={mode}
        data={MODES.map((value) => ({
          value,
          label: t(`modes.${value}`),
          disabled: value === 'provider' && !providerSetUp,
        }))}
        onChange={(event) => setMode(event.currentTarget.value as Mode)}
      />
      {!providerSetUp && <p className={css.by}>{t('noProvider')}</p>}
      {mode === 'provider' && (
        <>
          <p>{t('sent')}</p>
          <Checkbox
            label={t('consent')}
            checked={consent}
            onChange={(event) => setConsent(event.currentTarget.checked)}
          />
        </>
      )}
      {setting.consentedBy && setting.consentedAt && (
        <p className={css.by}>
          {t('agreed', { name: setting.consentedBy, date: formats.dateTime(setting.consentedAt) })}
        </p>
      )}
    </FormDialog>
  )
}
