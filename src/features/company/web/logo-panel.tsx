import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './company.module.css'
import { companyApi, companyQuery } from './company-queries.ts'

const MOST_BYTES = 262_144

const asBase64 = (file: File) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })

/** The logo on the sign-in screen and in the menu. */
export function LogoPanel({ logo }: { logo: string | null }) {
  const t = useTranslations('company')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const put = async (file: File | null) => {
    if (file && file.size > MOST_BYTES) return setWrong(t('logoTooLarge'))
    setBusy(true)
    setWrong(null)
    try {
      const saved = await companyApi.changeLogo({ logo: file && (await asBase64(file)) })
      queries.setQueryData(companyQuery.queryKey, saved)
      toast.done(t(file ? 'logoSaved' : 'logoRemoved'))
    } catch (fault) {
      setWrong(failureText(fault))
    }
    setBusy(false)
    if (picker.current) picker.current.value = ''
  }
  return (
    <Panel title={t('logo')} note={t('logoNote')}>
      <div className={css.logo}>
        {logo ? <img src={`/brand-logo/${logo}`} alt={t('logoAlt')} /> : <span>{t('noLogo')}</span>}
        <input
          ref={picker}
          type="file"
          accept="image/png,image/svg+xml"
          aria-label={t('chooseLogo')}
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) void put(file)
          }}
        />
        <Button variant="default" loading={busy} onClick={() => picker.current?.click()}>
          {t('chooseLogo')}
        </Button>
        {logo && (
          <Button variant="default" disabled={busy} onClick={() => void put(null)}>
            {t('removeLogo')}
          </Button>
        )}
      </div>
      {wrong && <Refusal>{wrong}</Refusal>}
    </Panel>
  )
}
