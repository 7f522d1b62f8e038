import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Mail } from '../contract.ts'
import css from './mail.module.css'
import { mailsQuery } from './mail-queries.ts'
import { RevealDialog } from './reveal-dialog.tsx'

const TONES: Record<Mail['state'], Tone> = {
  waiting: 'info',
  sending: 'info',
  sent: 'good',
  failed: 'bad',
  unsure: 'warn',
  expired: 'mute',
}

/** What the portal wrote to people: who, what and when (A6). */
export default function MailPage() {
  const t = useTranslations('mail')
  const ui = useTranslations('ui')
  const formats = useFormats()
  const queries = useQueryClient()
  const list = useCursorList(mailsQuery)
  const [read, setRead] = useState<Mail | null>(null)
  const [revealed, setRevealed] = useState<Mail | null>(null)
  const sends = list.first?.sends ?? true
  const state = (mail: Mail) => (mail.state === 'waiting' && !sends ? t('kept') : t(`states.${mail.state}`))
  return (
    <>
      <PageHead title={t('title')} subtitle={list.first && t(sends ? 'subtitleSends' : 'subtitleKept')} />
      {list.failure ? (
        <ErrorCard title={t('notLoaded')} failure={list.failure} onRetry={() => void list.refresh()} />
      ) : (
        <Panel title={t('list')} note={t('note')} flush busy={list.loading}>
          {!list.loading && list.rows.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
          <RecordList
            label={t('list')}
            items={list.rows.map((mail) => ({
              key: mail.id,
              title: (
                <>
                  {mail.subject} <Badge tone={TONES[mail.state]}>{state(mail)}</Badge>
                </>
              ),
              facts: [
                t('toAt', { to: mail.to, at: formats.dateTime(mail.createdAt) }),
                ...(mail.problem ? [t('problem', { attempts: mail.attempts, problem: mail.problem })] : []),
              ],
              actions: (
                <>
                  <Button variant="default" onClick={() => setRead(mail)}>
                    {t('text')}
                  </Button>
                  {mail.revealable && (
                    <Button variant="default" onClick={() => setRevealed(mail)}>
                      {t('reveal')}
                    </Button>
                  )}
                </>
              ),
            }))}
          />
          {list.more && (
            <div className={css.more}>
              <Button variant="default" loading={list.more.loading} onClick={() => void list.more?.load()}>
                {ui('table.loadMore')}
              </Button>
            </div>
          )}
        </Panel>
      )}
      {read && (
        <Dialog opened title={read.subject} onClose={() => setRead(null)} size="lg">
          <p className={css.text}>{read.text}</p>
        </Dialog>
      )}
      {revealed && (
        <RevealDialog
          mail={revealed}
          onClose={() => {
            setRevealed(null)
            void queries.invalidateQueries({ queryKey: mailsQuery.queryKey })
          }}
        />
      )}
    </>
  )
}
