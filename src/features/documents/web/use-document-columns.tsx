import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { DocumentRow } from '../contract.ts'
import { RowActions, StatusBadge } from './document-parts.tsx'
import { Hit } from './viewer/hit.tsx'

type Part = 'number' | 'category' | 'type' | 'format' | 'size' | 'updated' | 'version' | 'status'

/** A list of documents: the title, these facts of it, and what can be done with it. */
export function useDocumentColumns(parts: readonly Part[]): readonly Column<DocumentRow>[] {
  const t = useTranslations('documents')
  const formats = useFormats()
  const plain = { sortable: false } as const
  const known: Record<Part, Column<DocumentRow>> = {
    number: { id: 'number', title: t('number'), cell: ({ number }) => number ?? '–', ...plain },
    category: {
      id: 'category',
      title: t('category'),
      cell: ({ category }) => t(`categories.${category}`),
      ...plain,
    },
    type: { id: 'type', title: t('type'), cell: ({ type }) => t(`types.${type}`), ...plain },
    format: {
      id: 'format',
      title: t('format'),
      cell: ({ format }) => (format ? t(`formats.${format}`) : '–'),
      card: 'fact',
      ...plain,
    },
    size: {
      id: 'size',
      title: t('size'),
      cell: ({ size }) => (size === null ? '–' : formats.fileSize(size)),
      align: 'end',
      ...plain,
    },
    updated: {
      id: 'updated',
      title: t('updated'),
      cell: ({ updatedAt }) => formats.date(updatedAt.slice(0, 10)),
      card: 'fact',
      ...plain,
    },
    version: {
      id: 'version',
      title: t('version'),
      cell: ({ version }) => version ?? '–',
      align: 'end',
      ...plain,
    },
    status: {
      id: 'status',
      title: t('status'),
      cell: ({ status }) => <StatusBadge status={status} />,
      card: 'corner',
      ...plain,
    },
  }
  return [
    {
      id: 'title',
      title: t('document'),
      cell: (row) => <TitleAndHit document={row} />,
      line: ({ hit }) => <Hit hit={hit} />,
      fixed: true,
      ...plain,
    },
    ...parts.map((part) => known[part]),
    {
      id: 'actions',
      title: t('actions'),
      // On a phone the card leads to the document's own page, which has them.
      cell: (row) => <RowActions document={row} />,
      fixed: true,
      ...plain,
    },
  ]
}

const TitleAndHit = ({ document: { title, hit } }: { document: DocumentRow }) => (
  <>
    {title}
    <Hit hit={hit} brief />
  </>
)
