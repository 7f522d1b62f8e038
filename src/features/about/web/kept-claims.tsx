import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { textIn } from '../../../platform/contract/languages.ts'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Claim } from '../claims-contract.ts'
import { ClaimDialog, NEW_CLAIM } from './claim-dialog.tsx'
import { Claims } from './claims.tsx'

/** The same claims, which administrators keep. */
export function KeptClaims() {
  const t = useTranslations('claims')
  const { locale } = useFormats()
  const access = useAccess()
  const [edited, setEdited] = useState<Claim | typeof NEW_CLAIM | null>(null)
  if (!can(access, { permission: 'company.manage' })) return <Claims />
  return (
    <>
      <Claims
        actions={
          <Button variant="default" size="compact-md" onClick={() => setEdited(NEW_CLAIM)}>
            {t('add')}
          </Button>
        }
        actionsOf={(claim) => (
          <div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('changeOne', { claim: textIn(claim.texts, locale) })}
              onClick={() => setEdited(claim)}
            >
              {t('change')}
            </Button>
          </div>
        )}
      />
      {edited && <ClaimDialog claim={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
