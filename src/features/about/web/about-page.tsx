import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { brandName, docsUrl } from '../../../platform/web/brand.ts'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RequestDemo } from '../../demo-requests/web/published.ts'
import { OutsidePage } from '../../session/web/published.ts'
import { AUDIENCES, COLOURS, GOALS, PEOPLE, RADII, STEPS } from '../domain/claims.ts'
import css from './about.module.css'
import { Claims } from './claims.tsx'
import { Facts, List, Modules, Technology } from './parts.tsx'
import { PublicRoadmap } from './public-roadmap.tsx'

/** `/about-us`: what the portal is, for everybody, signed in or not (A1, F6). Nothing is said that is not so. */
export default function AboutPage() {
  const t = useTranslations('about')
  useDocumentTitle(t('title'))
  return (
    <OutsidePage className={css.page}>
      <main className={css.main}>
        <section className={css.hero}>
          <h1>{t('title')}</h1>
          <p>{t('hero', { brand: brandName })}</p>
          <p className={css.links}>
            <RequestDemo />
            <Link to="/">{t('open')}</Link>
            <a href={docsUrl}>{t('docs')}</a>
          </p>
        </section>
        <Panel title={t('overview')}>
          <p>{t('objective')}</p>
          <h3>{t('audience')}</h3>
          <List items={AUDIENCES.map((one) => t(`audiences.${one}`))} />
          <h3>{t('goalsTitle')}</h3>
          <List items={GOALS.map((one) => t(`goals.${one}`))} />
        </Panel>
        <Modules />
        <Panel title={t('flowTitle')}>
          <List ordered items={STEPS.map((step) => t(`steps.${step}`))} />
        </Panel>
        <Panel title={t('peopleTitle')}>
          <Facts items={PEOPLE.map((one) => [t(`people.${one}.who`), t(`people.${one}.may`)])} />
        </Panel>
        <Panel title={t('technologyTitle')}>
          <Technology />
        </Panel>
        <Claims />
        <PublicRoadmap />
        <Panel title={t('designTitle')}>
          <Facts
            items={[
              ...COLOURS.map(({ part, value }): [string, ReactNode] => [
                t(`design.${part}`),
                <span key={value} className={css.colour}>
                  <i style={{ background: value }} aria-hidden /> {value}
                </span>,
              ]),
              [t('design.type'), 'Inter'],
              [t('design.spacing'), '8 px'],
              [t('design.radius'), RADII.join(' · ')],
              [t('design.principles'), t('design.principlesText')],
            ]}
          />
        </Panel>
      </main>
    </OutsidePage>
  )
}
