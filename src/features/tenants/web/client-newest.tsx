import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { ClientDetail } from '../contract.ts'
import css from './clients.module.css'

/** How many issues, invoices and documents a client has, and the way to the newest of them. */
export function ClientNewest({ newest: { issues, invoices, documents } }: Pick<ClientDetail, 'newest'>) {
  const t = useTranslations('clients.newest')
  const formats = useFormats()
  return (
    <Panel title={t('title')}>
      <div className={css.fields}>
        <Few
          title={t('issues')}
          total={issues.total}
          items={issues.items.map(({ id, title, at }) => ({
            id,
            at: formats.dateTime(at),
            link: (
              <Link to="/orders/issues/$number" params={{ number: `id:${id}` }}>
                {title}
              </Link>
            ),
          }))}
        />
        <Few
          title={t('invoices')}
          total={invoices.total}
          items={invoices.items.map(({ id, title, at }) => ({
            id,
            at: formats.date(at),
            link: (
              <Link to="/finance/invoices/$number" params={{ number: `id:${id}` }}>
                {title}
              </Link>
            ),
          }))}
        />
        <Few
          title={t('documents')}
          total={documents.total}
          items={documents.items.map(({ id, title, at }) => ({
            id,
            at: formats.dateTime(at),
            link: (
              <Link to="/admin/documents/$id" params={{ id: String(id) }}>
                {title}
              </Link>
            ),
          }))}
        />
      </div>
    </Panel>
  )
}

type FewProps = { title: string; total: number; items: { id: number; at: string; link: ReactNode }[] }

function Few({ title, total, items }: FewProps) {
  const t = useTranslations('clients.newest')
  const formats = useFormats()
  return (
    <section className={css.few} aria-label={title}>
      <h3>
        {title} <span>{formats.count(total)}</span>
      </h3>
      {items.length === 0 && <p>{t('none')}</p>}
      <ul>
        {items.map(({ id, at, link }) => (
          <li key={id}>
            {link} <small>{at}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
