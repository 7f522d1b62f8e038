import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import type { AdminDocument } from '../../admin-contract.ts'
import css from '../documents.module.css'
import { lotSourcesQuery } from './library-queries.ts'

/** What a document is and whom it is for. */
export function AboutPanel({ document, onEdit }: { document: AdminDocument; onEdit: () => void }) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const formats = useFormats()
  const audience = useAudienceText(document)
  const source = useLotSourceText(document)
  const product = [
    document.productName,
    document.productCode && `(${document.productCode})`,
    document.productLine,
  ]
  const facts: [string, string | null][] = [
    [d('number'), document.number],
    [d('type'), d(`types.${document.type}`)],
    [t('shelves'), document.shelves.map((shelf) => t(`shelf.${shelf}`)).join(', ')],
    [d('category'), d(`categories.${document.category}`)],
    [d('productOf'), product.filter(Boolean).join(' ')],
    [
      d('language'),
      document.language &&
        (new Intl.DisplayNames([formats.locale], { type: 'language' }).of(document.language) ?? null),
    ],
    [t('lotNos'), document.lotNos.join(', ')],
    [t('lotSource'), source],
    [t('audience'), audience],
    [d('effectiveOn'), document.effectiveOn && formats.dateLong(document.effectiveOn)],
    [d('expiresOn'), document.expiresOn && formats.dateLong(document.expiresOn)],
  ]
  return (
    <Panel
      title={d('about')}
      actions={
        <span className={css.actions}>
          {document.status !== 'draft' && (
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => (
                <Link to="/documents/$id" params={{ id: String(document.id) }} {...props} />
              )}
            >
              {t('asReaders')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            {t('edit')}
          </Button>
        </span>
      }
    >
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

/** Whose lots are meant: said where it is open, or where several systems use the numbers. */
function useLotSourceText({ lotNos, lotSource }: AdminDocument): string | null {
  const t = useTranslations('library')
  const { data } = useQuery({ ...lotSourcesQuery(lotNos, lotSource), enabled: lotNos.length > 0 })
  if (lotNos.length === 0) return null
  if (lotSource === null) return t('lotSourceOpen')
  const sources = data?.sources ?? []
  return sources.length > 1 ? (sources.find(({ id }) => id === lotSource)?.name ?? null) : null
}

/** By their names, as far as the asker sees the companies. */
function useAudienceText({ audience }: AdminDocument): string {
  const t = useTranslations('library')
  const { data = [] } = useQuery({ ...tenantsQuery, enabled: audience.kind === 'tenants' })
  if (audience.kind === 'all' || audience.kind === 'lots') return t(`audiences.${audience.kind}`)
  if (audience.kind === 'order') return t('forOrder', { number: audience.orderNo })
  const names = data.filter(({ id }) => audience.tenantIds.includes(id)).map(({ name }) => name)
  return names.length === audience.tenantIds.length
    ? names.join(', ')
    : t('forTenants', { count: audience.tenantIds.length })
}
