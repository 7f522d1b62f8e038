import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import type { Hearer } from '../../voice-contract.ts'
import { voiceApi, voiceQuery } from './voice-queries.ts'

type ToldDialogProps = { hearer: Hearer; name: string; onTold: () => void; onClose: () => void }

/** Who hears, before anybody does; it is on record that one was told. */
export function ToldDialog({ hearer, name, onTold, onClose }: ToldDialogProps) {
  const t = useTranslations('voice.told')
  const queries = useQueryClient()
  const agree = async () => {
    await voiceApi.told({ hearer })
    await queries.invalidateQueries({ queryKey: voiceQuery.queryKey })
    onClose()
    onTold()
    return undefined
  }
  return (
    <FormDialog title={t('title')} submit={t('agree')} onSubmit={agree} onClose={onClose}>
      <p>{hearer === 'browser' ? t('browser') : t('provider', { name })}</p>
    </FormDialog>
  )
}
