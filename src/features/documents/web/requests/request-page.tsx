import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../../platform/web/kit/panel.tsx'
import { REQUEST_ACTS, type RequestAct } from '../../domain/request-rules.ts'
import type { RequestDetail } from '../../request-contract.ts'
import { ActDialog } from './act-dialog.tsx'
import { RequestFiles } from './request-files.tsx'
import { RequestState } from './request-state.tsx'
import css from './requests.module.css'
import { requestQuery } from './requests-queries.ts'

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** One request: what is asked, what was sent, and what became of it. */
export default function RequestPage() {
  const t = useTranslations('documentRequests')
  const params: unknown = useParams({ strict: false })
  const { id = '' } = params as { id?: string }
  const { data, error, refetch } = useQuery({ ...requestQuery(Number(id)), enabled: isId(id) })
  const trail = <Link to="/document-requests">{t('title')}</Link>
  if (data) return <Opened detail={data} />
  if (!isId(id) || isProblem(error, 404))
    return (
      <>
        <PageHead title={t('noSuch')} trail={trail} />
        <Panel>
          <EmptyState title={t('noSuch')} hint={t('noSuchHint')} />
        </Panel>
      </>
    )
  return (
    <>
      <PageHead title={t('title')} trail={trail} />
      {error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={120} mb="md" />
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}

function Opened({ detail }: { detail: RequestDetail }) {
  const t = useTranslations('documentRequests')
  const formats = useFormats()
  const [acting, setActing] = useState<RequestAct | null>(null)
  const { request, can } = detail
  const acts = REQUEST_ACTS.filter((act) => can.includes(act))
  return (
    <>
      <PageHead
        title={request.title}
        trail={<Link to="/document-requests">{t('title')}</Link>}
        subtitle={request.tenantName}
        actions={acts.map((act, at) => (
          <Button key={act} {...(at > 0 && { variant: 'default' })} onClick={() => setActing(act)}>
            {t(`acts.${act}`)}
          </Button>
        ))}
      />
      <Grid>
        <Cell span={8}>
          <div className={css.column}>
            {request.details && (
              <Panel title={t('details')}>
                <p className={css.text}>{request.details}</p>
              </Panel>
            )}
            <RequestFiles detail={detail} />
          </div>
        </Cell>
        <Cell span={4}>
          <div className={css.column}>
            <Panel title={t('facts')}>
              <dl className={css.facts}>
                <dt>{t('state')}</dt>
                <dd>
                  <RequestState request={request} />
                </dd>
                <dt>{t('dueOn')}</dt>
                <dd>{request.dueOn ? formats.date(request.dueOn) : t('noDay')}</dd>
                <dt>{t('asker')}</dt>
                <dd>{request.asker}</dd>
              </dl>
            </Panel>
            <RequestRecord detail={detail} />
          </div>
        </Cell>
      </Grid>
      {acting && <ActDialog request={request} act={acting} onClose={() => setActing(null)} />}
    </>
  )
}

/** What was done, the latest first. */
function RequestRecord({ detail: { record } }: { detail: RequestDetail }) {
  const t = useTranslations('documentRequests')
  const formats = useFormats()
  return (
    <Panel title={t('record')}>
      <ol className={css.record}>
        {record.toReversed().map(({ id, act, note, author, at }) => (
          <li key={id}>
            <time dateTime={at}>{formats.dateTime(at)}</time>
            <p>{t(`done.${act}`, { name: author })}</p>
            {note && <p className={css.text}>{note}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
