import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { MOST_INVITED } from '../contract.ts'
import css from './members.module.css'
import { membersApi } from './members-queries.ts'
import { readAddresses } from './read-addresses.ts'
import { useRoleNames } from './use-role-names.ts'

type InviteProps = { grantable: readonly string[]; onInvited: () => void; onClose: () => void }

/** One address or a pasted list, and the role that they all get. */
export function InviteDialog({ grantable, onInvited, onClose }: InviteProps) {
  const t = useTranslations('members')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const formats = useFormats()
  const roleName = useRoleNames()
  const [text, setText] = useState('')
  const [role, setRole] = useState(grantable.includes('viewer') ? 'viewer' : (grantable[0] ?? ''))
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const invite = async () => {
    const { good, bad } = readAddresses(text)
    if (bad.length > 0) return setWrong(t('notAddresses', { list: formats.list(bad.slice(0, 5)) }))
    if (good.length === 0) return setWrong(t('noAddress'))
    if (good.length > MOST_INVITED) return setWrong(t('tooMany', { most: MOST_INVITED }))
    setBusy(true)
    setWrong(null)
    try {
      const { invited, members } = await membersApi.invite({ emails: good, role })
      if (invited.length > 0) toast.done(t('invited', { count: invited.length }))
      if (members.length > 0) toast.done(t('alreadyMembers', { count: members.length }))
      onInvited()
    } catch (fault) {
      setWrong(failureText(fault))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('inviteTitle')}
      onClose={onClose}
      onSubmit={() => void invite()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('inviteNow')}
          </Button>
        </>
      }
    >
      <label className={css.addresses}>
        <span>{t('addresses')}</span>
        <small>{t('addressesHint')}</small>
        <textarea
          data-autofocus
          rows={5}
          maxLength={40_000}
          value={text}
          aria-invalid={wrong !== null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <ChoiceField
        label={t('role')}
        value={role}
        data={grantable.map((key) => ({ value: key, label: roleName(key) }))}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      {wrong && <p role="alert">{wrong}</p>}
    </Dialog>
  )
}
