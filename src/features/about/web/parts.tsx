import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ABOUT_MODULES, TECHNOLOGY } from '../domain/claims.ts'
import css from './about.module.css'

export function List({ items, ordered = false }: { items: string[]; ordered?: boolean }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={css.list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </Tag>
  )
}

export const Facts = ({ items }: { items: [string, ReactNode][] }) => (
  <dl className={css.facts}>
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** What the portal does, module by module. */
export function Modules() {
  const t = useTranslations('about')
  const names = useTranslations('modules.names')
  return (
    <section aria-labelledby="about-modules">
      <h2 id="about-modules">{t('modulesTitle')}</h2>
      <ul className={css.cards}>
        {ABOUT_MODULES.map((module) => (
          <li key={module}>
            <h3>{names(module)}</h3>
            <p>{t(`modules.${module}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Technology() {
  const t = useTranslations('about')
  return <Facts items={TECHNOLOGY.map(({ part, names }) => [t(`technology.${part}`), names])} />
}
