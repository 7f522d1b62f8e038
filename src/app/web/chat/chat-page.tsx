import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { ChatSearch } from '../../../features/conversations/web/chat-search.ts'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { type ChatContact, chatContacts } from '../chat-contacts.ts'
import css from './chat-page.module.css'

/** Whom one can talk to, and the conversation with one of them. */
export default function ChatPage() {
  const t = useTranslations('chat')
  const access = useAccess()
  const [{ contact, conversation, compose, search }] = useUrlState<ChatSearch>()
  const answers = access.permissions.includes('conversations.manage')
  const contacts = chatContacts.filter((one) => can(access, one))
  // A link to conversations, or to a search among them, is one to the support team.
  const wanted =
    contact ?? (conversation !== undefined || compose || search !== undefined ? 'support' : undefined)
  const open = contacts.find(({ key }) => key === wanted) ?? contacts[0]
  const Pane = open?.pane
  return (
    <>
      <PageHead title={t('title')} subtitle={t(answers ? 'subtitleForStaff' : 'subtitle')} />
      <div className={css.chat}>
        <nav aria-label={t('contactList')}>
          <ul className={css.contacts}>
            {contacts.map((one) => (
              <Contact key={one.key} contact={one} answers={answers} current={one === open} />
            ))}
          </ul>
        </nav>
        <div className={css.pane}>
          <Suspense fallback={<div role="status" aria-busy="true" aria-label={t('loading')} />}>
            {Pane && <Pane />}
          </Suspense>
        </div>
      </div>
    </>
  )
}

type ContactProps = { contact: ChatContact; answers: boolean; current: boolean }

function Contact({ contact, answers, current }: ContactProps) {
  const t = useTranslations('chat')
  const formats = useFormats()
  const unread = contact.useUnread()
  const Icon = contact.icon
  return (
    <li>
      <Link
        to="/chat"
        search={{ contact: contact.key }}
        className={css.contact}
        aria-current={current || undefined}
      >
        <Icon size={20} stroke={1.75} />
        <span>
          <b>{t(`contacts.${contact.label}.name`)}</b>
          <small>{t(`contacts.${contact.label}.${answers ? 'hintForStaff' : 'hint'}`)}</small>
        </span>
        {unread !== null && unread > 0 && (
          <span className={css.count}>
            <span aria-hidden>{formats.count(unread)}</span>
            <span className={css.hidden}>{t('unread', { count: unread })}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
