import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { DocumentRow } from '../contract.ts'
import { DOCUMENTS, documentsApi } from './documents-queries.ts'

/** Among the asker's favourites, or not. */
export function FavouriteStar({ document: { id, title, favourite } }: { document: DocumentRow }) {
  const t = useTranslations('documents')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const turn = async () => {
    setBusy(true)
    try {
      await documentsApi.markFactSheet({ id, favourite: !favourite })
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: [...DOCUMENTS, 'fact-sheets'] })
    setBusy(false)
  }
  const Icon = favourite ? IconStarFilled : IconStar
  return (
    <IconButton
      label={t('favouriteOf', { title })}
      aria-pressed={favourite}
      variant="subtle"
      disabled={busy}
      onClick={(event) => {
        event.stopPropagation()
        void turn()
      }}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </IconButton>
  )
}
