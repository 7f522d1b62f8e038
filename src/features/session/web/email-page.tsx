import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PUBLIC_REQUEST, postJson } from '../../../platform/web/api/portal-fetch.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { LinkPage } from './link-page.tsx'
import { OutsideForm } from './outside-form.tsx'
import { OutsideFrame } from './outside-frame.tsx'

type Facts = { email: string; isNew: boolean }

const look = async (token: string) =>
  (await postJson('/api/auth/email/look', { token }, { ...PUBLIC_REQUEST, idempotent: true })) as Facts

/** `/email#token`, from one of the two mails: agreeing to another address of one's account. */
export default function EmailPage() {
  const t = useTranslations('ownEmail')
  useDocumentTitle(t('title'))
  const [outcome, setOutcome] = useState<{ done: boolean; email: string } | null>(null)
  const home = <Link to="/acces">{t('toPortal')}</Link>
  if (outcome)
    return (
      <OutsideFrame title={t('title')}>
        <EmptyState
          title={t(outcome.done ? 'doneTitle' : 'halfTitle')}
          hint={t(outcome.done ? 'doneText' : 'halfText', { email: outcome.email })}
          icon={<IconCircleCheck size={22} stroke={1.75} />}
          // A whole new page: the session is looked up afresh.
          actions={
            <Button component="a" href="/" variant="default">
              {t('toPortal')}
            </Button>
          }
        />
      </OutsideFrame>
    )
  return (
    <LinkPage
      path="/email"
      title={t('title')}
      look={look}
      elsewhere={home}
      failed={t('linkFailed')}
      height={140}
    >
      {({ email, isNew }, token) => (
        <OutsideFrame title={t('title')}>
          <p>{t(isNew ? 'confirmNew' : 'confirmOld', { email })}</p>
          <OutsideForm
            submit={t('confirm')}
            submitting={t('confirming')}
            check={() => ({})}
            send={async () => {
              const { done } = (await postJson('/api/auth/email/confirm', { token }, PUBLIC_REQUEST)) as {
                done: boolean
              }
              setOutcome({ done, email })
            }}
          >
            {() => null}
          </OutsideForm>
        </OutsideFrame>
      )}
    </LinkPage>
  )
}
