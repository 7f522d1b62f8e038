import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { NoticeSubject } from '../../../platform/contract/notices.ts'
import { PUBLIC_REQUEST, postJson } from '../../../platform/web/api/portal-fetch.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { LinkPage } from './link-page.tsx'
import { OutsideForm } from './outside-form.tsx'
import { OutsideFrame } from './outside-frame.tsx'

type Facts = { subjects: NoticeSubject[]; on: boolean }

const look = async (token: string) =>
  (await postJson('/api/auth/unsubscribe/look', { token }, { ...PUBLIC_REQUEST, idempotent: true })) as Facts

/** `/unsubscribe?token=…`, from the end of a mail: no more mails about what it told of. Opening it changes nothing. */
export default function UnsubscribePage() {
  const t = useTranslations('unsubscribe')
  const subject = useTranslations('notices.subjects')
  const locale = useLocale()
  useDocumentTitle(t('title'))
  const [done, setDone] = useState(false)
  return (
    <LinkPage
      path="/unsubscribe"
      title={t('title')}
      look={look}
      elsewhere={<Link to="/acces">{t('toPortal')}</Link>}
      failed={t('linkFailed')}
      height={140}
    >
      {(facts, token) => {
        const subjects = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
          facts.subjects.map((one) => subject(one)),
        )
        return (
          <OutsideFrame title={t('title')}>
            {done || !facts.on ? (
              <EmptyState
                title={t('doneTitle')}
                hint={t('doneText', { subjects })}
                icon={<IconCircleCheck size={22} stroke={1.75} />}
                actions={
                  <Button component="a" href="/settings" variant="default">
                    {t('toPortal')}
                  </Button>
                }
              />
            ) : (
              <>
                <p>{t('question', { subjects })}</p>
                <OutsideForm
                  submit={t('confirm')}
                  submitting={t('confirming')}
                  check={() => ({})}
                  send={async () => {
                    await postJson('/api/auth/unsubscribe/confirm', { token }, PUBLIC_REQUEST)
                    setDone(true)
                  }}
                >
                  {() => null}
                </OutsideForm>
              </>
            )}
          </OutsideFrame>
        )
      }}
    </LinkPage>
  )
}
