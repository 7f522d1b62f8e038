import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import type { ClassTerms } from '../../products/contract.ts'
import css from './catalogue.module.css'
import { classTermsQuery } from './catalogue-queries.ts'
import { UsualTermsForm } from './usual-terms-form.tsx'

/** What counts where a product has no terms of its own, with who says so and since when; administrators open one to change it. */
export function UsualTermsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('catalogue.usual')
  const tClass = useTranslations('catalogue.classes')
  const { data, error, refetch } = useQuery(classTermsQuery)
  const [changed, setChanged] = useState<ClassTerms | null>(null)
  const mayChange = can(useAccess(), { permission: 'company.manage' })
  const columns = useColumns()
  if (changed) return <UsualTermsForm terms={changed} onClose={() => setChanged(null)} />
  return (
    <Dialog opened title={t('title')} size="xl" onClose={onClose}>
      <p className={css.usual}>
        {t('text')} {mayChange && t('change')}
      </p>
      {error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      ) : data ? (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={data.items}
          rowKey={(row) => row.class}
          rowTitle={(row) => tClass(row.class)}
          {...(mayChange && { onOpen: setChanged })}
          empty={null}
          flush
        />
      ) : (
        <p aria-busy="true">{t('loading')}</p>
      )}
    </Dialog>
  )
}

function useColumns(): readonly Column<ClassTerms>[] {
  const t = useTranslations('catalogue')
  const formats = useFormats()
  const fact = { card: 'fact', sortable: false } as const
  return [
    {
      id: 'class',
      title: t('columns.class'),
      cell: (row) => t(`classes.${row.class}`),
      fixed: true,
      sortable: false,
    },
    {
      id: 'minimum',
      title: t('columns.minimum'),
      cell: ({ minimum }) => `${formats.quantity(minimum.quantity)} ${minimum.unit}`,
      align: 'end',
      ...fact,
    },
    { id: 'leadTime', title: t('columns.leadTime'), cell: ({ leadWeeks }) => t('weeks', leadWeeks), ...fact },
    {
      id: 'owner',
      title: t('usual.owner'),
      cell: ({ owner, statedOn }) =>
        [owner, statedOn && formats.date(statedOn)].filter(Boolean).join(' · ') || DASH,
      ...fact,
    },
  ]
}
