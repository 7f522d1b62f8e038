import {
  IconBuilding,
  IconClipboardPlus,
  IconLanguage,
  IconLogout,
  IconMessagePlus,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import Palette from '../../../features/search/web/palette.tsx'
import type { Command } from '../../../features/search/web/palette-items.ts'
import type { Session } from '../../../features/session/contract.ts'
import { switchTenant } from '../../../features/session/web/switch-tenant.ts'
import { useRememberPreferences } from '../../../features/session/web/use-remember-preferences.ts'
import { useSignOut } from '../../../features/session/web/use-sign-out.ts'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { chooseLanguage, useLanguage } from '../../../platform/web/i18n/language.ts'
import { LOCALE_NAMES, LOCALES } from '../../../platform/web/i18n/locales.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { chooseDisplay, useDisplay } from '../../../platform/web/theme/display.ts'
import { menuFor } from '../menu.ts'

const ReportDialog = lazyComponent(() => import('../../../features/issues/web/report-dialog.tsx'))

type CommandPaletteProps = { session: Session; onClose: () => void }

/** The palette with what this asker can do; what a command opens in its place stays until it is left. */
export default function CommandPalette({ session, onClose }: CommandPaletteProps) {
  const [reporting, setReporting] = useState(false)
  const router = useRouter()
  const asks = can(useAccess(), { permission: 'assistant.write', module: 'chat' })
  const open = (to: string) => void router.navigate({ href: to })
  const moveTo = useMoveTo()
  const commands = useCommands(session, { open, moveTo, report: () => setReporting(true) })
  if (reporting)
    return (
      <Suspense fallback={null}>
        <ReportDialog links={{}} onClose={onClose} />
      </Suspense>
    )
  return (
    <Palette
      commands={commands}
      whose={`${session.user.id}.${session.tenant?.id ?? 'all'}`}
      onClose={onClose}
      onOpen={open}
      onSwitch={moveTo}
      onAsk={
        asks
          ? (question) => open(`/chat?${new URLSearchParams({ contact: 'assistant', ask: question })}`)
          : undefined
      }
    />
  )
}

/** To another company, or to all of them; the address may hold a filter that names the other one's things. */
function useMoveTo() {
  const queries = useQueryClient()
  const router = useRouter()
  const failureText = useFailureText()
  return (tenantId: number | null) => {
    switchTenant(queries, tenantId).then(
      () => router.navigate({ to: router.state.location.pathname, search: {}, replace: true } as never),
      (failure: unknown) => toast.failed(failureText(failure)),
    )
  }
}

type Ways = { open: (to: string) => void; moveTo: (tenantId: number | null) => void; report: () => void }

function useCommands(session: Session, { open, moveTo, report }: Ways): Command[] {
  const t = useTranslations('search.commands')
  const nav = useTranslations('nav')
  const groups = useTranslations('navGroups')
  const ui = useTranslations('ui')
  const access = useAccess()
  const remember = useRememberPreferences()
  const { start: signOut } = useSignOut()
  const { theme } = useDisplay()
  const { locale } = useLanguage()
  const reads = session.temporary || session.viewing !== null
  const writes = (permission: 'purchase_orders.write' | 'issues.write') =>
    !reads && can(access, { permission, module: 'orders' })

  const screens = menuFor(access).flatMap(({ group, items }) =>
    items.map(
      ({ to, label, icon }): Command => ({
        ...{ id: to, kind: 'screen', label: nav(label), also: [groups(group)], icon },
        run: () => open(to),
      }),
    ),
  )
  const other = theme === 'dark' ? 'light' : 'dark'
  const acts: (Command | false)[] = [
    writes('purchase_orders.write') && {
      ...{ id: 'new-po', kind: 'act', label: t('newPurchaseOrder'), icon: IconClipboardPlus },
      run: () => open('/orders/purchase-orders/new'),
    },
    writes('issues.write') && {
      ...{ id: 'report', kind: 'act', label: t('reportIssue'), icon: IconMessagePlus },
      run: report,
    },
    {
      ...{ id: 'theme', kind: 'act', label: ui(other === 'dark' ? 'useDark' : 'useLight') },
      icon: other === 'dark' ? IconMoon : IconSun,
      run: () => {
        chooseDisplay({ theme: other })
        remember({ theme: other })
      },
    },
    ...LOCALES.filter((one) => one !== locale).map(
      (one): Command => ({
        ...{ id: `language ${one}`, kind: 'act', label: t('language', { name: LOCALE_NAMES[one] }) },
        icon: IconLanguage,
        run: () =>
          void chooseLanguage(one).then(
            () => remember({ language: one }),
            () => toast.failed(ui('languageFailed')),
          ),
      }),
    ),
    ...companies(session).map(
      ({ id, name }): Command => ({
        ...{ id: `tenant ${id}`, kind: 'act', icon: IconBuilding },
        label: id === null ? t('allClients') : t('tenant', { name: name ?? '' }),
        run: () => moveTo(id),
      }),
    ),
    {
      ...{ id: 'sign-out', kind: 'act', label: t('signOut'), icon: IconLogout },
      run: signOut,
    },
  ]
  return [...screens, ...acts.filter((act) => act !== false)]
}

/** Where else the asker may work; clients of staff are found by their name. */
function companies({ tenant, memberships, permissions, viewing }: Session) {
  if (viewing) return []
  if (permissions.includes('tenants.read')) return tenant === null ? [] : [{ id: null, name: undefined }]
  return memberships
    .filter(({ tenantId }) => tenantId !== tenant?.id)
    .map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }))
}
