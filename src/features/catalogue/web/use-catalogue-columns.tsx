import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import { Text } from '../../orders/web/published.ts'
import type { CatalogueItem } from '../contract.ts'
import css from './catalogue.module.css'

/** The name in the reader's language, as far as upstream has it. */
export function useItemName() {
  const { locale } = useFormats()
  return ({ name, names }: Pick<CatalogueItem, 'name' | 'names'>) =>
    (names as Record<string, string | null>)[locale] ?? name
}

export function useCatalogueColumns(
  first: { pricesShown: boolean } | undefined,
  manages: boolean,
  several: boolean,
) {
  const t = useTranslations('catalogue')
  const formats = useFormats()
  const nameOf = useItemName()
  const columns: (Column<CatalogueItem> | false)[] = [
    several && {
      id: 'tenantName',
      title: t('columns.tenantName'),
      cell: ({ tenantName }) => tenantName ?? DASH,
      line: ({ tenantName }) => <span>{tenantName}</span>,
      sortable: false,
      narrow: true,
    },
    {
      id: 'itemNo',
      title: t('columns.itemNo'),
      cell: ({ itemNo }) => <Text strong>{itemNo}</Text>,
      sortable: false,
      fixed: true,
    },
    {
      id: 'name',
      title: t('columns.name'),
      cell: (item) => <Text>{nameOf(item)}</Text>,
      line: ({ itemNo }) => itemNo,
      narrow: true,
      sortable: false,
    },
    manages && {
      id: 'state',
      title: t('columns.state'),
      cell: (item) => <Offered item={item} />,
      sortable: false,
      card: 'corner',
    },
    first?.pricesShown !== false && {
      id: 'price',
      title: t('columns.price'),
      cell: ({ price }) => {
        if (!price) return t('onConfirmation')
        const amount = formats.unitPrice(price.amount, price.currency)
        const stated = price.unit ? t('per', { price: amount, unit: price.unit }) : amount
        return price.per === null ? t('notComparable', { price: stated }) : stated
      },
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    {
      id: 'minimum',
      title: t('columns.minimum'),
      cell: ({ minimum }) =>
        minimum ? `${formats.quantity(minimum.quantity)} ${minimum.unit ?? ''}`.trim() : DASH,
      align: 'end',
      sortable: false,
      card: 'fact',
    },
    {
      id: 'leadTime',
      title: t('columns.leadTime'),
      cell: ({ leadWeeks }) => (leadWeeks ? t('weeks', leadWeeks) : DASH),
      sortable: false,
      card: 'fact',
    },
    {
      id: 'documents',
      title: t('columns.documents'),
      cell: ({ documents }) =>
        documents.length === 0 ? (
          DASH
        ) : (
          <span className={css.documents}>
            {documents.map(({ id, title, type }) => (
              <Link
                key={id}
                to="/documents/$id"
                params={{ id: String(id) }}
                title={title}
                aria-label={title}
                onClick={(event) => event.stopPropagation()}
              >
                {type.toUpperCase()}
              </Link>
            ))}
          </span>
        ),
      sortable: false,
    },
    {
      id: 'class',
      title: t('columns.class'),
      cell: (item) => (item.class ? t(`classes.${item.class}`) : DASH),
      sortable: false,
    },
    {
      id: 'category',
      title: t('columns.category'),
      cell: ({ category }) => category ?? DASH,
      sortable: false,
      narrow: true,
    },
  ]
  return columns.filter((column) => column !== false)
}

function Offered({ item: { active, offer } }: { item: CatalogueItem }) {
  const t = useTranslations('catalogue.states')
  if (!active) return <Badge tone="mute">{t('inactive')}</Badge>
  if (offer?.choice === false) return <Badge tone="warn">{t('hidden')}</Badge>
  return <Badge tone="good">{t(offer?.choice ? 'offered' : 'byOrders')}</Badge>
}
