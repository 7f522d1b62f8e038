import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import css from './stale-notice.module.css'

type StaleNoticeProps = {
  /** What each field is called, what is typed in it here, and what the server has. */
  fields: readonly (readonly [label: string, mine: string, theirs: string])[]
  onTake: () => void
}

/** Somebody else changed it meanwhile: what was typed stays in its fields, and what the server has instead is said beside it. */
export function StaleNotice({ fields, onTake }: StaleNoticeProps) {
  const t = useTranslations('ui.stale')
  const others = fields.filter(([, mine, theirs]) => mine !== theirs)
  return (
    <div className={css.stale} role="alert">
      <p>
        <strong>{t('title')}</strong> {t(others.length > 0 ? 'theirs' : 'same')}
      </p>
      {others.length > 0 && (
        <>
          <dl>
            {others.map(([label, , theirs]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{theirs === '' ? t('empty') : theirs}</dd>
              </div>
            ))}
          </dl>
          <p>{t('what')}</p>
          <div>
            <Button size="compact-sm" variant="default" onClick={onTake}>
              {t('take')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
