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
import { Findings, Outcome } from '../lot-state.tsx'
import css from '../lots.module.css'
import type { LotSearch } from '../lots-search.ts'
import { useTestName } from '../use-test-name.ts'

/** What was found, test by test, against its specification; a row draws its test over the lots. */
export function LotResults({ address, detail }: { address: string; detail: LotDetail }) {
  const t = useTranslations('lots.results')
  const [, change] = useUrlState<LotSearch>()
  const columns = useResultColumns()
  const nameOf = useTestName()
  const file = useFileExport('/lot-results/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  const { lot, results } = detail
  return (
    <Panel
      title={t('title')}
      note={results.length > 0 && <Findings lot={lot} />}
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
        rowKey={({ id }) => id}
        rowTitle={({ test }) => nameOf(test)}
        onOpen={({ test }) => change({ test })}
        total={results.length}
        empty={<EmptyState title={t('none')} hint={t('noneHint')} />}
        flush
      />
    </Panel>
  )
}

function useResultColumns(): readonly Column<LotResult>[] {
  const t = useTranslations('lots.results')
  const formats = useFormats()
  const limitOf = useLimitText()
  const nameOf = useTestName()
  return [
    {
      id: 'test',
      title: t('test'),
      cell: ({ test, method }) => (
        <span className={css.test} title={test}>
          <strong>{nameOf(test)}</strong>
          {method && <small>{method}</small>}
        </span>
      ),
      sortable: false,
      fixed: true,
    },
    {
      id: 'sample',
      title: t('sampleOf'),
      cell: ({ sample, laboratory }) => (
        <span className={css.test}>
          {sample}
          {laboratory && <small>{laboratory}</small>}
        </span>
      ),
      sortable: false,
      card: 'fact',
    },
    {
      id: 'limit',
      title: t('limit'),
      cell: (row) => <Text>{limitOf(row)}</Text>,
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
      cell: (row) => <Judged row={row} />,
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

/** Numbers as the reader writes them, what is none as it was received; the words of a specification are as long as both. */
function useLimitText() {
  const t = useTranslations('lots.results')
  const formats = useFormats()
  const number = (limit: string) => (Number.isFinite(Number(limit)) ? formats.quantity(Number(limit)) : limit)
  return ({ limits: { min, max, words }, specification }: LotResult): string | null => {
    if (words !== null) return words
    if (min !== null && max !== null) return t('between', { min: number(min), max: number(max) })
    if (min !== null) return t('atLeast', { limit: number(min) })
    return max === null ? specification : t('atMost', { limit: number(max) })
  }
}

/** The verdict with what it is by; the laboratory's own beside it, and whether another result took its place. */
function Judged({ row }: { row: LotResult }) {
  const t = useTranslations('lots')
  const formats = useFormats()
  const { verdict, near, because, laboratoryVerdict, replaces, reason, stands } = row
  const [day = '', sample = null] = replaces?.split('#') ?? []
  const replaced = { date: formats.date(day) ?? '', sample: sample ?? '' }
  const said = [
    !stands && t('results.replaced'),
    t(`because.${because}`, { sent: laboratoryVerdict ?? '' }),
    laboratoryVerdict && t('results.says', { verdict: t(`outcomes.${laboratoryVerdict}`) }),
    replaces && t(sample === null ? 'results.replaces' : 'results.replacesSample', replaced),
    reason,
  ].filter(Boolean)
  return (
    <span className={`${css.test} ${css.judged}`} data-replaced={!stands || undefined}>
      <Outcome verdict={verdict} near={near} />
      {said.map((text) => (
        <small key={String(text)}>{text}</small>
      ))}
    </span>
  )
}
