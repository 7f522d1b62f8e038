import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { NavigationItem } from '../../../platform/web/navigation.ts'
import css from './dashboard.module.css'

/** A tile for every screen that the asker may see (C1). */
export function QuickNavigation({ tiles }: { tiles: readonly NavigationItem[] }) {
  const t = useTranslations('dashboard')
  const nav = useTranslations('nav')
  if (tiles.length === 0) return null
  return (
    <Panel title={t('quickNavigation')}>
      <ul className={css.tiles}>
        {tiles.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to}>
              <Icon size={20} stroke={1.75} />
              <span>{nav(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
