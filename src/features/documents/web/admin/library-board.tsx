import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { FiveCards } from '../../../../platform/web/kit/five-cards.tsx'
import { KpiCard } from '../../../../platform/web/kit/kpi-card.tsx'
import type { LibrarySearch } from './library-search.ts'

type LibraryBoardProps = {
  search: LibrarySearch
  /** Null: not counted yet. */
  board: Partial<Record<'toRelease' | 'expired' | '7' | '30' | '60', number>> | null
  onChange: (patch: LibrarySearch) => void
}

const DAYS = ['expired', '7', '30', '60'] as const

/** What waits for release and what expires, with reminders at 60, 30 and 7 days (E5); each figure chooses its documents. */
export function LibraryBoard({ search, board, onChange }: LibraryBoardProps) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const formats = useFormats()
  const figure = (name: 'toRelease' | (typeof DAYS)[number]) =>
    board ? formats.count(board[name] ?? 0) : undefined
  const releases = search.status === 'to-release'
  return (
    <FiveCards label={t('board')} dimmed={false} brief>
      <KpiCard
        label={t('waitsForRelease')}
        value={figure('toRelease')}
        sub={t('boardHint.toRelease')}
        active={releases}
        onOpen={() => onChange({ status: releases ? undefined : 'to-release' })}
      />
      {DAYS.map((days) => (
        <KpiCard
          key={days}
          label={days === 'expired' ? d('statuses.expired') : t('within', { days: Number(days) })}
          value={figure(days)}
          sub={t(`boardHint.${days}`)}
          active={search.expiry === days}
          onOpen={() => onChange({ expiry: search.expiry === days ? undefined : days })}
        />
      ))}
    </FiveCards>
  )
}
