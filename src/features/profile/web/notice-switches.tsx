import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Notifications } from '../contract.ts'
import type { OwnValues } from './own-values.ts'
import css from './profile.module.css'

/** What the portal cannot do yet is there with its reason, and cannot be switched. */
const NOT_YET: readonly (keyof Notifications)[] = ['mobile']

type Props = {
  kinds: readonly (keyof Notifications)[]
  values: OwnValues
  change: (patch: Partial<OwnValues>) => void
  /** Says that there is more to choose, on another screen. */
  note?: string
}

export function NoticeSwitches({ kinds, values, change, note }: Props) {
  const t = useTranslations('profile')
  return (
    <Panel title={t('notifications')}>
      <div className={css.fields}>
        {note && <p className={css.hint}>{note}</p>}
        {kinds.map((kind) => {
          const impossible = NOT_YET.includes(kind)
          return (
            <Checkbox
              key={kind}
              label={t(`notices.${kind}`)}
              description={impossible ? t(`notYet.${kind as 'mobile'}`) : t(`noticeHints.${kind as 'email'}`)}
              checked={!impossible && values[kind]}
              disabled={impossible}
              onChange={(event) => change({ [kind]: event.currentTarget.checked })}
            />
          )
        })}
      </div>
    </Panel>
  )
}
