import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Session } from '../contract.ts'
import { tenantsApi } from './session-api.ts'
import { switchTenant } from './switch-tenant.ts'
import css from './tenant-switcher.module.css'

const ALL = 'all'
const LISTED = 50

type TenantChoiceProps = {
  session: Session
  seesMany: boolean
  onSwitched: () => void
  children: ReactNode
}

/** The block as a button that opens the searchable list of tenants. */
export default function TenantChoice({ session, seesMany, onSwitched, children }: TenantChoiceProps) {
  const t = useTranslations('session')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [search, setSearch] = useState('')
  const [pending, setPending] = useState(false)
  const box = useCombobox({
    onDropdownOpen: () => box.focusSearchInput(),
    onDropdownClose: () => {
      setSearch('')
      box.focusTarget()
      box.resetSelectedOption()
    },
  })
  const found = useTenants(search, seesMany && box.dropdownOpened)
  const own = session.memberships
    .map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }))
    .filter((tenant) => tenant.name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()))
  const tenants = seesMany ? (found.data?.items ?? []) : own
  const current = session.tenant?.id ?? null

  const choose = async (value: string) => {
    box.closeDropdown()
    const tenantId = value === ALL ? null : Number(value)
    if (tenantId === current) return
    setPending(true)
    try {
      await switchTenant(queries, tenantId)
      onSwitched()
    } catch (failure) {
      toast.failed(failureText(failure))
    } finally {
      setPending(false)
    }
  }
  const option = (value: string, name: string, chosen: boolean) => (
    <Combobox.Option key={value} value={value} active={chosen} className={css.option}>
      {name}
      {chosen && <IconCheck size={16} aria-label={t('currentTenant')} />}
    </Combobox.Option>
  )
  return (
    <Combobox store={box} onOptionSubmit={choose} position="bottom-start" width={288} shadow="md">
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={css.block}
          aria-haspopup="listbox"
          aria-expanded={box.dropdownOpened}
          title={t('switchTenant')}
          disabled={pending}
          aria-busy={pending || undefined}
          onClick={() => box.toggleDropdown()}
        >
          {children}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('searchTenants')}
          aria-label={t('searchTenants')}
        />
        <Combobox.Options className={css.options} aria-label={t('switchTenant')} aria-busy={found.isFetching}>
          {seesMany && !search && option(ALL, t('allClients'), current === null)}
          {tenants.map(({ id, name }) => option(String(id), name, id === current))}
          {tenants.length === 0 && !found.isFetching && (
            <Combobox.Empty>{found.error ? failureText(found.error) : t('noTenantFound')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useTenants(typed: string, enabled: boolean) {
  const [search] = useDebouncedValue(typed.trim(), 200)
  return useQuery({
    queryKey: ['tenants', search],
    queryFn: ({ signal }) => tenantsApi.list({ limit: LISTED, ...(search ? { search } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}
