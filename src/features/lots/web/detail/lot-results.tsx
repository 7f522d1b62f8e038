import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { IconButton } from '../../../../platform/web/kit/icon-button.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { useFileExport } from '../../../../platform/web/kit/use-file-export.ts'
import type { Column } from '../../../../platform/web/table/column.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import { Text } from '../../../orders/web/published.ts'
import type { LotDetail, LotResult } from '../../contract.ts'
import { resultText } from '../../domain/result-text.ts'
import { Outcome } from '../lot-state.tsx'
import css from '../lots.module.css'
import type { LotSearch } from '../lots-search.ts'

/** What was found, test by test, against its specification; a row draws its test over the lots. */
export function LotResults({ address, detail }: { address: string; detail: LotDetail }) {
  const t = useTranslations('lots.results')
  const [, change] = useUrlState<LotSearch>()
  const columns = useResultColumns()
  const file = useFileExport('/lot-results/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  const { lot, results } = detail
  return (
    <Panel
      title={t('title')}
      note={
        lot.outOfSpecification > 0
          ? t('outOf', { count: lot.outOfSpecification, tests: lot.tests })
          : results.length > 0 && t('count', { count: lot.tests })
      }
      actions={
        results.length > 0 && (
          <IconButton
            label={t('export')}
            onClick={() => file.start({ lotNo: address, format: 'csv' }, `lot-${lot.lotNo}.csv`)}
          >
            <IconDownload size={18} stroke={1.75} />
          </IconButton>
        )
      }
      flush
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rows={results}
        rowKey={({ test }) => test}
        rowTitle={({ test }) => test}
        onOpen={({ test }) => change({ test })}
        total={lot.tests}
        empty={<EmptyState title={t('none')} hint={t('noneHint')} />}
        flush
      />
    </Panel>
  )
}

function useResultColumns(): readonly Column<LotResult>[] {
  const t = useTranslations('lots.results')
  const formats = useFormats()
  return [
    {
      id: 'test',
      title: t('test'),
      cell: ({ test, method }) => (
        <span className={css.test} title={test}>
          <strong>{test}</strong>
          {method && <small>{method}</small>}
        </span>
      ),
      sortable: false,
      fixed: true,
    },
    {
      id: 'specification',
      title: t('specification'),
      cell: ({ specification }) => <Text>{specification}</Text>,
      sortable: false,
      card: 'fact',
    },
    {
      id: 'result',
      title: t('result'),
      cell: (row) => <Text strong>{resultText(row)}</Text>,
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    {
      id: 'outcome',
      title: t('verdict'),
      cell: ({ outcome }) => <Outcome>{outcome}</Outcome>,
      sortable: false,
      card: 'corner',
    },
    {
      id: 'testedOn',
      title: t('testedOn'),
      cell: ({ testedOn }) => formats.date(testedOn),
      sortable: false,
    },
  ]
}
