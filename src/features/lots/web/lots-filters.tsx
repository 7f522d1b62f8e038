import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ChoiceChip, ClearFilters } from '../../../platform/web/kit/filters.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { LOT_STATES, type LotState } from '../contract.ts'
import { scannedLot } from '../domain/scanned-lot.ts'
import { foundLots } from './lots-queries.ts'
import type { LotsSearch } from './lots-search.ts'

type LotsFiltersProps = {
  search: LotsSearch
  matching: number | null
  onChange: (patch: LotsSearch) => void
}

/**
 * Typing filters; Enter, which a scanner sends too, opens the lot of the number. What is no lot's number stays a filter,
 * without the rest of the code that it stood in.
 */
export function LotsFilters({ search, matching, onChange }: LotsFiltersProps) {
  const t = useTranslations('lots')
  const navigate = useNavigate()

  const open = async (typed: string) => {
    const number = scannedLot(typed)
    if (number === '') return
    // A failure shows in the list, which asks the same.
    const { items } = await foundLots(number).catch(() => ({ items: [] }))
    const lot = items.find(({ lotNo }) => lotNo.toLowerCase() === number.toLowerCase()) ?? onlyOf(items)
    if (lot) void navigate({ to: '/lots/$lotNo', params: { lotNo: lot.lotNo } })
    else onChange({ search: number })
  }
  return (
    <AddressFilters
      note={matching !== null && t('matching', { count: matching })}
      names={{ state: t('columns.state') }}
    >
      <SearchField
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={search.search}
        onChange={(text) => onChange({ search: text })}
        onEnter={(typed) => void open(typed)}
      />
      <ChoiceChip
        label={t('columns.state')}
        any={t('anyState')}
        value={search.state}
        choices={LOT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
        onChange={(state) => onChange({ state: state as LotState | undefined })}
      />
      {(search.search !== undefined || search.state !== undefined) && (
        <ClearFilters onClear={() => onChange({ search: undefined, state: undefined })}>
          {t('clearFilters')}
        </ClearFilters>
      )}
    </AddressFilters>
  )
}

const onlyOf = <Item,>(items: readonly Item[]) => (items.length === 1 ? items[0] : undefined)
