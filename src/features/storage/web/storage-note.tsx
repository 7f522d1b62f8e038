import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { onFileSent } from '../../../platform/web/api/send-file.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Share } from '../contract.ts'
import css from './storage.module.css'
import { storageQuery } from './storage-queries.ts'

/** "Your company: 1.2 GB of 10 GB used · You: 300 MB of 2 GB used". */
export default function StorageNote() {
  const t = useTranslations('storage')
  const formats = useFormats()
  const { data, refetch } = useQuery(storageQuery)
  useEffect(() => onFileSent(() => void refetch()), [refetch])
  const said = (key: 'companyUsed' | 'personUsed', share: Share | null | undefined) =>
    share && t(key, { used: formats.fileSize(share.used), quota: formats.fileSize(share.quota) })
  const parts = [said('companyUsed', data?.company), said('personUsed', data?.person)].filter(Boolean)
  return parts.length === 0 ? null : <small className={css.note}>{parts.join(' · ')}</small>
}
