import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { LinkPage } from './link-page.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { lookAtLink } from './set-up-api.ts'
import { SetUpDone } from './set-up-done.tsx'
import { SetUpForm } from './set-up-form.tsx'

/** `/setup#token`, printed by a first start: administrator, company and first key, once (H2). */
export default function SetUpPage() {
  const t = useTranslations('setUp')
  useDocumentTitle(t('title'))
  const [done, setDone] = useState<{ key: string; signedIn: boolean } | null>(null)
  if (done)
    return (
      <OutsideFrame title={t('doneTitle')}>
        <SetUpDone secret={done.key} signedIn={done.signedIn} />
      </OutsideFrame>
    )
  return (
    <LinkPage
      path="/setup"
      title={t('title')}
      lead={t('lead')}
      look={lookAtLink}
      elsewhere={<Link to="/acces">{t('toSignIn')}</Link>}
      failed={t('failed')}
      height={420}
    >
      {({ shortest }, token) => (
        <OutsideFrame title={t('title')} lead={t('lead')}>
          <SetUpForm token={token} shortest={shortest} onDone={setDone} />
        </OutsideFrame>
      )}
    </LinkPage>
  )
}
