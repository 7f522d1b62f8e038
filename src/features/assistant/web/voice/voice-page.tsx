import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { IconButton } from '../../../../platform/web/kit/icon-button.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { LoadedConversation } from '../loaded-conversation.tsx'
import { Speaking } from './speaking.tsx'
import css from './voice.module.css'
import { voiceQuery } from './voice-queries.ts'
import { VoiceSettingDialog } from './voice-setting-dialog.tsx'

/** `/voice-assistant`: the assistant's own conversation, spoken and heard (F4); below, how far voice is. */
export function VoicePage({ timeline }: { timeline: ReactNode }) {
  const t = useTranslations('voice')
  const access = useAccess()
  const chats = can(access, { permission: 'assistant.write', module: 'chat' })
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          chats && (
            <Link to="/chat" search={{ contact: 'assistant' }}>
              {t('openChat')}
            </Link>
          )
        }
      />
      {chats ? <Conversation /> : <Panel>{t('noChat')}</Panel>}
      {timeline}
    </div>
  )
}

function Conversation() {
  const t = useTranslations('voice')
  const { data, error, refetch } = useQuery(voiceQuery)
  const [choosing, setChoosing] = useState(false)
  return (
    <Panel
      title={t('conversation')}
      busy={!data && !error}
      actions={
        data?.setting && (
          <IconButton label={t('setting.title')} onClick={() => setChoosing(true)}>
            <IconSettings size={18} stroke={1.75} aria-hidden />
          </IconButton>
        )
      }
    >
      {error && !data && (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      )}
      {data && (
        <LoadedConversation>
          {(state, list) => (
            <Speaking voice={data} state={state} list={list} onChoose={() => setChoosing(true)} />
          )}
        </LoadedConversation>
      )}
      {choosing && data?.setting && (
        <VoiceSettingDialog setting={data.setting} onClose={() => setChoosing(false)} />
      )}
    </Panel>
  )
}
