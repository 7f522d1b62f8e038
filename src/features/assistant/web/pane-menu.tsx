import { IconDots, IconInfoCircle, IconSettings, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import type { AssistantState } from '../contract.ts'
import { assistantApi, turnsQuery } from './assistant-queries.ts'
import { FactsDialog } from './facts-dialog.tsx'
import { SettingDialog } from './setting-dialog.tsx'

/** What can be done about the conversation, and by those who may about the assistant itself. */
export function PaneMenu({ state, empty }: { state: AssistantState; empty: boolean }) {
  const t = useTranslations('assistant')
  const access = useAccess()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'clear' | 'setting' | 'facts' | null>(null)
  const close = () => setOpen(null)
  const clear = async () => {
    await assistantApi.clear()
    await queries.invalidateQueries({ queryKey: turnsQuery.queryKey })
    close()
    return undefined
  }
  const actions = [
    ...(state.setting
      ? [
          {
            key: 'setting',
            label: t('setting.title'),
            icon: <IconSettings size={16} aria-hidden />,
            onSelect: () => setOpen('setting'),
          },
        ]
      : []),
    ...(can(access, { permission: 'company.manage' })
      ? [
          {
            key: 'facts',
            label: t('facts.title'),
            icon: <IconInfoCircle size={16} aria-hidden />,
            onSelect: () => setOpen('facts'),
          },
        ]
      : []),
    {
      key: 'clear',
      label: t('clear.title'),
      icon: <IconTrash size={16} aria-hidden />,
      disabled: empty || !state.canAsk,
      onSelect: () => setOpen('clear'),
    },
  ]
  return (
    <>
      <ActionMenu
        label={t('menu')}
        sections={[{ actions }]}
        trigger={(props) => (
          <IconButton label={t('menu')} {...props}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      />
      {open === 'clear' && (
        <FormDialog title={t('clear.title')} submit={t('clear.do')} danger onSubmit={clear} onClose={close}>
          <p>{t('clear.text')}</p>
        </FormDialog>
      )}
      {open === 'setting' && state.setting && (
        <SettingDialog setting={state.setting} providerSetUp={state.providerSetUp} onClose={close} />
      )}
      {open === 'facts' && <FactsDialog onClose={close} />}
    </>
  )
}
