import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatPhone } from '../../../platform/contract/phone.ts'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { ResetOnVersion } from '../../../platform/web/forms/reset-on-version.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { initialsOf } from '../../../platform/web/kit/initials.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RoleName } from '../../session/web/published.ts'
import type { Profile } from '../contract.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { NoticeSwitches } from './notice-switches.tsx'
import { OwnForm } from './own-form.tsx'
import { changedChoices, ownValuesOf } from './own-values.ts'
import css from './profile.module.css'
import { profileApi, profileQuery } from './profile-queries.ts'

const TEXTS = ['name', 'phone', 'address', 'department'] as const

const valuesOf = (profile: Profile) => ({
  ...ownValuesOf(profile),
  name: profile.name,
  phone: profile.phone,
  address: profile.address,
  department: profile.department,
})

/** Who the asker is, how they are reached, and what they prefer. */
export default function ProfilePage() {
  const t = useTranslations('profile')
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ResetOnVersion version={data.version}>
          <ProfileForm profile={data} />
        </ResetOnVersion>
      ) : (
        <Panel title={t('personal')} busy>
          <div className={css.waiting} />
        </Panel>
      )}
    </>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations('profile')
  const initial = valuesOf(profile)
  return (
    <OwnForm
      name="profile"
      initial={initial}
      queryKey={profileQuery.queryKey}
      submit={t('saveChanges')}
      done={t('saved')}
      failed={t('failed')}
      check={({ name, phone }) => ({
        name: name.trim() === '' ? t('nameMissing') : undefined,
        phone: formatPhone(phone) === null ? t('noPhone') : undefined,
      })}
      save={(values) =>
        profileApi.change({
          ...changedChoices(initial, values),
          ...Object.fromEntries(
            TEXTS.filter((field) => values[field] !== initial[field]).map((field) => [field, values[field]]),
          ),
        })
      }
    >
      {(values, change, faults) => (
        <>
          <Panel title={t('personal')}>
            <div className={css.fields}>
              <div className={css.who}>
                <span className={css.avatar} aria-hidden>
                  {initialsOf(values.name || profile.email)}
                </span>
                <div>
                  <b>{values.name}</b>
                  <span>{profile.email}</span>
                </div>
              </div>
              <TextField
                name="name"
                label={t('name')}
                autoComplete="name"
                required
                maxLength={200}
                value={values.name}
                error={faults.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <TextField
                type="email"
                label={t('email')}
                description={t('emailHint')}
                value={profile.email}
                readOnly
              />
              <TextField
                name="phone"
                type="tel"
                label={t('phone')}
                description={t('phoneHint')}
                autoComplete="tel"
                maxLength={40}
                value={values.phone}
                error={faults.phone}
                onChange={(event) => change({ phone: event.currentTarget.value })}
              />
              <label className={css.address}>
                {t('address')}
                <textarea
                  name="address"
                  rows={3}
                  autoComplete="street-address"
                  maxLength={500}
                  value={values.address}
                  onChange={(event) => change({ address: event.currentTarget.value })}
                />
              </label>
              <TextField
                name="department"
                label={t('department')}
                maxLength={120}
                value={values.department}
                error={faults.department}
                onChange={(event) => change({ department: event.currentTarget.value })}
              />
            </div>
          </Panel>
          <CompanyPanel />
          <Panel title={t('preferences')}>
            <div className={css.fields}>
              <ChoiceFields values={values} change={change} screen="profile" />
            </div>
          </Panel>
          <NoticeSwitches
            kinds={['email', 'mobile', 'orderUpdates', 'productUpdates']}
            values={values}
            change={change}
            note={t('noticesNote')}
          />
        </>
      )}
    </OwnForm>
  )
}

/** From the membership in which the asker works: to be read, not changed. */
function CompanyPanel() {
  const t = useTranslations('profile')
  const session = useTranslations('session')
  const { role, roleNames, tenant } = useAccess()
  return (
    <Panel title={t('company')} note={t('companyNote')}>
      <dl className={css.facts}>
        <dt>{t('companyName')}</dt>
        <dd>{tenant?.name ?? session('allClients')}</dd>
        <dt>{t('jobTitle')}</dt>
        <dd>
          <RoleName role={role} names={roleNames} />
        </dd>
      </dl>
    </Panel>
  )
}
