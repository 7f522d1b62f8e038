import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { LotDetail } from '../../contract.ts'
import { LotCertificate } from '../lot-certificate.tsx'
import css from '../lots.module.css'
import { lotQuery, lotsApi } from '../lots-queries.ts'

type LotCertificatesProps = { address: string; detail: LotDetail }

/** The documents of the lot; where its certificate is still to come, the asker can be told when it does (E4). */
export function LotCertificates({ address, detail }: LotCertificatesProps) {
  const t = useTranslations('lots.certificates')
  const d = useTranslations('documents')
  const formats = useFormats()
  const { certificates, certificate, wished, lot } = detail
  if (certificates === null || certificate === null) return null
  return (
    <Panel title={t('title')} actions={<LotCertificate lotNo={lot.lotNo} certificate={certificate} />}>
      {certificate.state === 'held' && certificates.length > 0 && <p className={css.hint}>{t('heldNote')}</p>}
      {certificates.length === 0 ? (
        <p className={css.hint}>{t('none')}</p>
      ) : (
        <ul className={css.certificates}>
          {certificates.map(({ documentId, title, number, version, status, effectiveOn, current }) => (
            <li key={documentId}>
              <Link to="/documents/$id" params={{ id: String(documentId) }}>
                {title}
              </Link>
              <small>
                {[
                  number,
                  version !== null && `${d('version')} ${version}`,
                  effectiveOn && formats.date(effectiveOn),
                  !current && d(`statuses.${status}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      )}
      {wished !== null && certificate.state !== 'available' && (
        <Wish address={address} lotNo={lot.lotNo} wished={wished} />
      )}
    </Panel>
  )
}

function Wish({ address, lotNo, wished }: { address: string; lotNo: string; wished: boolean }) {
  const t = useTranslations('lots.certificates')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const choose = async () => {
    setBusy(true)
    try {
      await lotsApi.wish({ lotNo: address, wished: !wished })
      toast.done(t(wished ? 'wontTell' : 'willTell'))
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: lotQuery(address).queryKey })
    setBusy(false)
  }
  return (
    <p>
      {wished && <span className={css.hint}>{t('toldHint')} </span>}
      <Button
        variant="default"
        size="compact-sm"
        loading={busy}
        data-lot={lotNo}
        onClick={() => void choose()}
      >
        {t(wished ? 'stopTelling' : 'tellMe')}
      </Button>
    </p>
  )
}
