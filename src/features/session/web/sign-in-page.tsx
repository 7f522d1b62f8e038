import { Skeleton } from '@mantine/core'
import { IconChartHistogram, IconPackage, IconShieldLock } from '@tabler/icons-react'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { brandName } from '../../../platform/web/brand.ts'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { CompanyFoot } from './company-foot.tsx'
import { safeNext } from './next-path.ts'
import { type Half, SignInForm } from './sign-in-form.tsx'
import css from './sign-in-page.module.css'

const SecondHalf = lazyComponent(() => import('./second-half.tsx'))

/** `/acces`: outside the layout, with all of the source's parts (A1). */
export default function SignInPage() {
  const t = useTranslations('session')
  const router = useRouter()
  const { next } = useSearch({ strict: false }) as { next?: unknown }
  const factor = useTranslations('secondFactor')
  const [half, setHalf] = useState<Half | null>(null)
  const [late, setLate] = useState<string | undefined>()
  const go = () => router.history.replace(safeNext(next))
  useDocumentTitle(half ? factor('title') : t('title'))
  return (
    <div className={css.gate}>
      <section className={css.story} aria-label={brandName}>
        <BrandMark />
        <div>
          <h2>{t('storyTitle')}</h2>
          <ul>
            <li>
              <IconPackage size={18} stroke={1.75} aria-hidden /> {t('storyOrders')}
            </li>
            <li>
              <IconChartHistogram size={18} stroke={1.75} aria-hidden /> {t('storySales')}
            </li>
            <li>
              <IconShieldLock size={18} stroke={1.75} aria-hidden /> {t('storyOwn')}
            </li>
          </ul>
        </div>
        <footer className={css.foot}>
          <CompanyFoot />
        </footer>
      </section>
      <div className={css.side}>
        <div className={css.choices}>
          <span className={css.phoneBrand}>
            <BrandMark onCanvas />
          </span>
          <LanguageMenu />
          <ThemeToggle />
        </div>
        <main className={css.center}>
          <div className={css.card}>
            {half ? (
              <Suspense fallback={<Skeleton height={210} />}>
                <SecondHalf
                  {...half}
                  lead={css.lead as string}
                  onSignedIn={go}
                  onBack={(why) => {
                    setLate(why)
                    setHalf(null)
                  }}
                />
              </Suspense>
            ) : (
              <>
                <h1>{t('title')}</h1>
                <p className={css.lead}>{t('lead')}</p>
                <SignInForm onSignedIn={go} onHalf={setHalf} late={late} />
                <p className={css.forgot}>
                  <Link to="/forgot">{t('forgot')}</Link>
                </p>
              </>
            )}
            <p className={css.notice}>{t('notice')}</p>
          </div>
        </main>
        <footer className={css.phoneFoot}>
          <CompanyFoot />
        </footer>
      </div>
    </div>
  )
}
