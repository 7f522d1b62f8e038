import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ResetOnVersion } from '../../../platform/web/forms/reset-on-version.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { Slot } from '../../../platform/web/slots/slots.tsx'
import {
  chooseDisplay,
  DENSITY_CHOICES,
  type Display,
  useDisplay,
} from '../../../platform/web/theme/display.ts'
import { useRememberPreferences } from '../../session/web/published.ts'
import type { Settings } from '../contract.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { NoticeSwitches } from './notice-switches.tsx'
import { OwnForm } from './own-form.tsx'
import { changedChoices, ownValuesOf } from './own-values.ts'
import css from './profile.module.css'
import { profileApi, settingsQuery } from './profile-queries.ts'

declare module '../../../platform/web/slots/slots.tsx' {
  interface Slots {
    'settings.notices': object
  }
}

/** How the portal looks and speaks to the asker, and what it tells them. */
export default function SettingsPage() {
  const t = useTranslations('profile')
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <>
      <PageHead title={t('settingsTitle')} subtitle={t('settingsSubtitle')} />
      <div className={css.form}>
        <DisplayPanel />
        {error && !data ? (
          <ErrorCard title={t('settingsNotLoaded')} failure={error} onRetry={() => void refetch()} />
        ) : data ? (
          <ResetOnVersion version={data.version}>
            <SettingsForm settings={data} />
          </ResetOnVersion>
        ) : (
          <Panel title={t('preferences')} busy>
            <div className={css.waiting} />
          </Panel>
        )}
        <Slot name="settings.notices" given={{}} />
      </div>
    </>
  )
}

/** Acts, and is remembered, with the choice itself (B5). */
function DisplayPanel() {
  const t = useTranslations('profile')
  const shell = useTranslations('shell')
  const remember = useRememberPreferences()
  const { theme, density } = useDisplay()
  const choose = (choice: Partial<Display>) => {
    chooseDisplay(choice)
    remember(choice)
  }
  return (
    <Panel title={t('display')} note={t('displayNote')}>
      <div className={css.fields}>
        <ChoiceField
          label={t('theme')}
          value={theme}
          data={[
            { value: 'light', label: t('themes.light') },
            { value: 'dark', label: t('themes.dark') },
          ]}
          onChange={(event) => choose({ theme: event.currentTarget.value as Display['theme'] })}
        />
        <ChoiceField
          label={t('density')}
          description={t('densityHint')}
          value={density}
          data={DENSITY_CHOICES.map((value) => ({ value, label: shell(`densities.${value}`) }))}
          onChange={(event) => choose({ density: event.currentTarget.value as Display['density'] })}
        />
      </div>
    </Panel>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useTranslations('profile')
  const initial = ownValuesOf(settings)
  return (
    <OwnForm
      name="settings"
      initial={initial}
      queryKey={settingsQuery.queryKey}
      submit={t('save')}
      done={t('settingsSaved')}
      failed={t('settingsFailed')}
      save={(values) => profileApi.changeSettings(changedChoices(initial, values))}
    >
      {(values, change) => (
        <>
          <Panel title={t('preferences')}>
            <div className={css.fields}>
              <ChoiceFields values={values} change={change} screen="settings" />
            </div>
          </Panel>
          <NoticeSwitches kinds={['email', 'browser', 'mobile']} values={values} change={change} />
        </>
      )}
    </OwnForm>
  )
}
