import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Checks } from '../../../../platform/web/kit/checks.tsx'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import type { Audience } from '../../admin-contract.ts'

/** Null: it is still to be chosen. */
type AudienceFieldProps = { audience: Audience | null; onChange: (audience: Audience) => void }

const EMPTY: Record<Audience['kind'], Audience> = {
  all: { kind: 'all' },
  tenants: { kind: 'tenants', tenantIds: [] },
  order: { kind: 'order', orderNo: '' },
  lots: { kind: 'lots' },
}

/** Everybody, some companies, or whoever has an order or one of its lots (E1). */
export function AudienceField({ audience, onChange }: AudienceFieldProps) {
  const t = useTranslations('library')
  const { data = [] } = useQuery(tenantsQuery)
  return (
    <>
      <ChoiceField
        label={t('audience')}
        value={audience?.kind ?? ''}
        data={[
          ...(audience ? [] : [{ value: '', label: t('chooseAudience') }]),
          ...(['tenants', 'order', 'lots', 'all'] as const).map((value) => ({
            value,
            label: t(`audiences.${value}`),
          })),
        ]}
        onChange={(event) => onChange(EMPTY[event.currentTarget.value as Audience['kind']])}
      />
      {audience?.kind === 'tenants' && (
        <Checks
          legend={t('companies')}
          choices={data.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={audience.tenantIds}
          onChange={(tenantIds) => onChange({ kind: 'tenants', tenantIds })}
          long
        />
      )}
      {audience?.kind === 'order' && (
        <TextField
          label={t('orderNo')}
          maxLength={200}
          value={audience.orderNo}
          onChange={(event) => onChange({ kind: 'order', orderNo: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type Fault = 'noTitle' | 'noShelf' | 'noAudience' | 'nobody' | 'noOrder' | 'noLots' | 'endsBefore'
type Asked = {
  title: string
  shelves: readonly unknown[]
  audience: Audience
  effectiveOn: string | null
  expiresOn: string | null
  lotNos: readonly string[]
}

/** Whether it says whom something is for. */
export function audienceFault(audience: Audience | null): Fault | undefined {
  if (audience === null) return 'noAudience'
  if (audience.kind === 'tenants' && audience.tenantIds.length === 0) return 'nobody'
  if (audience.kind === 'order' && audience.orderNo.trim() === '') return 'noOrder'
  return undefined
}

/** What the server would refuse, said before. */
export function faultOf({
  title,
  shelves,
  audience,
  effectiveOn,
  expiresOn,
  lotNos,
}: Asked): Fault | undefined {
  if (title.trim() === '') return 'noTitle'
  if (shelves.length === 0 && lotNos.length === 0) return 'noShelf'
  const nobody = audienceFault(audience)
  if (nobody) return nobody
  if (audience.kind === 'lots' && lotNos.length === 0) return 'noLots'
  if (effectiveOn && expiresOn && expiresOn < effectiveOn) return 'endsBefore'
  return undefined
}
