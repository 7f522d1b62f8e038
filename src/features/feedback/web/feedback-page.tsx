import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { OutsideFrame } from '../../session/web/published.ts'
import css from './feedback.module.css'
import { FeedbackForm } from './feedback-form.tsx'

/** `/feedback`: outside the layout, for those who are signed in (A1, F5). */
export function FeedbackPage({ readOnly }: { readOnly: boolean }) {
  const t = useTranslations('feedback')
  const { user, tenant } = useAccess()
  const [sent, setSent] = useState(false)
  useDocumentTitle(t('title'))
  const back = (
    <Link to="/" className={css.back}>
      {t('back')}
    </Link>
  )
  if (sent)
    return (
      <OutsideFrame title={t('thanksTitle')}>
        <div className={css.thanks} role="status">
          <p>{t('thanks')}</p>
          <h2>{t('nextTitle')}</h2>
          <ol>
            <li>{t('nextReview')}</li>
            <li>{t('nextContact')}</li>
            <li>{t('nextKept')}</li>
          </ol>
          <Button variant="default" onClick={() => setSent(false)}>
            {t('another')}
          </Button>
        </div>
        {back}
      </OutsideFrame>
    )
  return (
    <OutsideFrame title={t('title')} lead={t(readOnly ? 'readOnly' : 'lead')}>
      <dl className={css.who}>
        <dt>{t('email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('company')}</dt>
        <dd>{tenant?.name ?? t('noCompany')}</dd>
      </dl>
      <FeedbackForm readOnly={readOnly} onSent={() => setSent(true)} />
      {back}
    </OutsideFrame>
  )
}
