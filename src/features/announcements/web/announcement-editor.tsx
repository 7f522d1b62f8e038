import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LANGUAGES } from '../../../platform/contract/languages.ts'
import { serverNow } from '../../../platform/web/api/server-clock.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { instantOf, wallTime } from '../../../platform/web/format/wall-time.ts'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { TenantsField } from '../../tenants/web/published.ts'
import {
  ANNOUNCEMENT_KINDS,
  type Announcement,
  type AnnouncementLanguage,
  LONGEST_TEXT,
  LONGEST_TITLE,
} from '../contract.ts'
import { AnnouncementNotice } from './announcement-notice.tsx'
import css from './announcements.module.css'
import { announcementsApi } from './announcements-queries.ts'

type EditorProps = {
  /** Null: a new one. */
  announcement: Announcement | null
  /** Said first where nothing is said yet. */
  language: AnnouncementLanguage
  onDone: () => void
  onClose: () => void
}

type Draft = {
  kind: Announcement['kind']
  tenantIds: number[] | null
  from: string
  until: string
  said: Partial<Record<AnnouncementLanguage, Announcement['texts'][number]>>
  edited: AnnouncementLanguage
}

/** What is said, to whom and how long, as its readers will see it. */
export function AnnouncementEditor({ announcement, language, onDone, onClose }: EditorProps) {
  const t = useTranslations('announcements')
  const { locale, timeZone } = useFormats()
  const failureText = useFailureText()
  const clock = (instant: string | null) => (instant === null ? '' : wallTime(Date.parse(instant), timeZone))
  const [initial] = useState(
    (): Draft => ({
      kind: announcement?.kind ?? 'information',
      tenantIds: announcement ? announcement.tenantIds : null,
      from: clock(announcement?.startsAt ?? new Date(serverNow()).toISOString()),
      until: clock(announcement?.endsAt ?? null),
      said: Object.fromEntries(announcement?.texts.map((text) => [text.language, text]) ?? []),
      edited: announcement?.texts[0]?.language ?? language,
    }),
  )
  // What was typed about another version is no draft of this one.
  const name = announcement ? `announcement ${announcement.id} ${announcement.version}` : 'new announcement'
  const { values, restored, change, forget } = usePersistedDraft(name, initial)
  const { kind, tenantIds, from, until, said, edited } = values
  const [withdrawing, setWithdrawing] = useState(false)
  const [busy, setBusy] = useState(false)
  const text = said[edited] ?? { language: edited, title: '', text: '' }
  const say = (patch: { title: string } | { text: string }) =>
    change({ said: { ...said, [edited]: { ...text, ...patch } } })
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  const texts = LANGUAGES.flatMap((one) => said[one] ?? []).filter(
    ({ title, text }) => title.trim() !== '' || text.trim() !== '',
  )

  const send = async () => {
    const half = texts.find(({ title, text }) => title.trim() === '' || text.trim() === '')
    if (half) return t('half', { language: names.of(half.language) ?? half.language })
    const startsAt = instantOf(from, timeZone)
    const endsAt = until === '' ? null : instantOf(until, timeZone)
    if (startsAt === null || (until !== '' && endsAt === null)) return t('noTime')
    if (endsAt !== null && endsAt <= startsAt) return t('endsBefore')
    if (tenantIds?.length === 0) return t('nobody')
    const wish = { kind, texts, tenantIds, startsAt, endsAt }
    if (announcement)
      await announcementsApi.change({ id: announcement.id, version: announcement.version, ...wish })
    else await announcementsApi.create(wish)
    forget()
    toast.done(t(announcement ? 'saved' : 'published'))
    onDone()
    return undefined
  }
  const withdraw = async (id: number) => {
    setBusy(true)
    try {
      await announcementsApi.withdraw({ id })
      forget()
      toast.done(t('isWithdrawn'))
      onDone()
    } catch (failure) {
      toast.failed(failureText(failure))
      setBusy(false)
    }
  }
  if (withdrawing && announcement)
    return (
      <ConfirmDialog
        opened
        danger
        title={t('withdrawTitle')}
        text={t('withdrawText')}
        confirm={t('withdrawNow')}
        pending={busy}
        onConfirm={() => void withdraw(announcement.id)}
        onClose={() => setWithdrawing(false)}
      />
    )
  return (
    <FormDialog
      title={t(announcement ? 'editTitle' : 'newTitle')}
      submit={t(announcement ? 'save' : 'publish')}
      ready={texts.length > 0}
      onSubmit={send}
      onClose={onClose}
    >
      {restored && (
        <div role="status">
          <p>{t('restored')}</p>
          <Button variant="default" size="compact-sm" onClick={forget}>
            {t('beginAnew')}
          </Button>
        </div>
      )}
      <ChoiceField
        label={t('kind')}
        value={kind}
        data={ANNOUNCEMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(event) => change({ kind: event.currentTarget.value as typeof kind })}
      />
      <TenantsField
        label={t('audience')}
        all={t('toAll')}
        some={t('toSome')}
        legend={t('companies')}
        value={tenantIds}
        onChange={(chosen) => change({ tenantIds: chosen })}
      />
      <div className={css.pair}>
        <TextField
          type="datetime-local"
          label={t('from')}
          value={from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextField
          type="datetime-local"
          label={t('until')}
          description={t('untilText')}
          value={until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      <ChoiceField
        label={t('language')}
        description={t('languageText')}
        value={edited}
        data={LANGUAGES.map((value) => ({
          value,
          label: `${names.of(value) ?? value}${texts.some((one) => one.language === value) ? ' ✓' : ''}`,
        }))}
        onChange={(event) => change({ edited: event.currentTarget.value as AnnouncementLanguage })}
      />
      <TextField
        label={t('subject')}
        maxLength={LONGEST_TITLE}
        value={text.title}
        onChange={(event) => say({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('text')}
        rows={5}
        maxLength={LONGEST_TEXT}
        value={text.text}
        onChange={(event) => say({ text: event.currentTarget.value })}
      />
      {(text.title || text.text) && (
        <div>
          <p>{t('preview')}</p>
          <AnnouncementNotice kind={kind} {...text} />
        </div>
      )}
      {announcement && (
        <div>
          <Button variant="default" onClick={() => setWithdrawing(true)}>
            {t('withdraw')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
