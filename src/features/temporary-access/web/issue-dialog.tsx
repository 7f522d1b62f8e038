import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isEmailAddress } from '../../../platform/contract/email-address.ts'
import { type Bounds, decimalWithin } from '../../../platform/web/format/typed-number.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useRoleNames } from '../../members/web/published.ts'
import { MOST_HOURS, MOST_USES, USUAL_HOURS } from '../contract.ts'
import css from './temporary-access.module.css'
import { temporaryAccessApi } from './temporary-access-queries.ts'

type Choices = Awaited<ReturnType<typeof temporaryAccessApi.choices>>
type IssueProps = { choices: Choices; onIssued: () => void; onClose: () => void }
type Issued = { code: string; email: string; endsAt: string }

const HOURS: Bounds = { decimals: 0, least: 1, most: MOST_HOURS }
const USES: Bounds = { decimals: 0, least: 1, most: MOST_USES }

/** A code for somebody, and then the code itself, this once. */
export function IssueDialog({ choices, onIssued, onClose }: IssueProps) {
  const t = useTranslations('temporaryAccess')
  const roleName = useRoleNames()
  const tenants = choices.tenants.filter(({ allowed }) => allowed)
  const [email, setEmail] = useState('')
  const [tenantId, setTenantId] = useState(tenants[0]?.id)
  const [role, setRole] = useState(choices.roles.includes('viewer') ? 'viewer' : (choices.roles[0] ?? ''))
  const [hours, setHours] = useState(String(USUAL_HOURS))
  const [uses, setUses] = useState('1')
  const [issued, setIssued] = useState<Issued | null>(null)
  if (issued) return <ShownOnce issued={issued} onClose={onClose} />
  const good =
    tenantId !== undefined &&
    isEmailAddress(email) &&
    decimalWithin(hours, HOURS) !== null &&
    decimalWithin(uses, USES) !== null
  const issue = async () => {
    if (tenantId === undefined) return t('noCompany')
    const made = await temporaryAccessApi.issue({
      email,
      tenantId,
      role,
      hours: Number(decimalWithin(hours, HOURS)),
      uses: Number(decimalWithin(uses, USES)),
    })
    setIssued({ ...made, email: email.trim() })
    onIssued()
    return undefined
  }
  return (
    <FormDialog
      title={t('issueTitle')}
      submit={t('issueNow')}
      ready={good}
      onSubmit={issue}
      onClose={onClose}
    >
      {tenants.length === 0 ? (
        <p>{t('noCompany')}</p>
      ) : (
        <>
          <TextField
            data-autofocus
            type="email"
            label={t('email')}
            maxLength={320}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ChoiceField
            label={t('company')}
            value={String(tenantId)}
            data={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setTenantId(Number(event.currentTarget.value))}
          />
          <ChoiceField
            label={t('role')}
            value={role}
            data={choices.roles.map((key) => ({ value: key, label: roleName(key) }))}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          <NumberField
            bounds={HOURS}
            label={t('hours')}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <NumberField
            bounds={USES}
            label={t('uses')}
            value={uses}
            onChange={(event) => setUses(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The code itself; left by its buttons alone, because it does not come again. */
function ShownOnce({ issued: { code, email, endsAt }, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useTranslations('temporaryAccess')
  const formats = useFormats()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => toast.failed(t('notCopied')),
    )
  return (
    <Dialog
      opened
      title={t('issuedTitle', { email })}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {t(copied ? 'copied' : 'copy')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p>{t('issuedText', { email, until: formats.dateTime(endsAt) })}</p>
      <code className={css.code}>{code}</code>
    </Dialog>
  )
}
