import { useTranslations } from 'use-intl'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Preferences } from '../contract.ts'
import { whileSending } from './own-choices.ts'
import { sessionApi } from './session-api.ts'
import { sessionState, setSessionState } from './session-store.ts'
import { forgetUnsaved, keepUnsaved } from './unsaved-choices.ts'

/** Keeps a display choice for the user's next browser (B5); it already acts in this one. */
export function useRememberPreferences() {
  const t = useTranslations('session')
  return (choice: Partial<Preferences>) => {
    whileSending(() => sessionApi.changePreferences(choice)).then(
      (preferences) => {
        const state = sessionState()
        forgetUnsaved()
        if (state.status !== 'in') return
        const { session } = state
        setSessionState({ status: 'in', session: { ...session, user: { ...session.user, preferences } } })
      },
      () => {
        const state = sessionState()
        if (state.status === 'in') keepUnsaved(state.session.user.id, choice)
        toast.failed(t('notRemembered'))
      },
    )
  }
}
