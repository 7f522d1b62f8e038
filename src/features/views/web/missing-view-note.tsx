import { useTranslations } from 'use-intl'
import { AddressNote, shortened } from '../../../platform/web/kit/address-note.tsx'

/** A view that was deleted, or is somebody else's: which of both is nobody's to know. */
export default function MissingViewNote({ view }: { view: string }) {
  const t = useTranslations('views')
  return (
    <AddressNote title={t('missing')} text={t('missingText', { view: shortened(view) })} about={['view']} />
  )
}
