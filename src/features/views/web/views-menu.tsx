import { Button } from '@mantine/core'
import {
  IconBookmark,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { ActionMenu, type MenuAction } from '../../../platform/web/kit/action-menu.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { SavedView } from '../contract.ts'
import { useViews, type ViewsOf } from './use-views.ts'
import { viewsApi } from './views-queries.ts'

// With the first view that is named.
const ViewNameDialog = lazyComponent(() => import('./view-name-dialog.tsx'))
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Asking = 'new' | 'name' | 'removal' | null

/** The views that the user saved of a screen: put one on, save, update, rename, make it the default, delete it. */
export function ViewsMenu(of: ViewsOf) {
  const t = useTranslations('views')
  const failureText = useFailureText()
  const { views, error, active, state, changed, apply, settled } = useViews(of)
  const [asking, setAsking] = useState<Asking>(null)
  const [busy, setBusy] = useState(false)

  /** Does a write; asks for the views again when they had changed. */
  const write = async (written: Promise<SavedView | null>, done: string) => {
    try {
      await settled(await written)
      toast.done(done)
    } catch (failure) {
      if (isProblem(failure, 412) || isProblem(failure, 404)) await settled()
      throw failure
    }
  }
  const attempt = async (written: Promise<SavedView | null>, done: string) => {
    setBusy(true)
    try {
      await write(written, done)
      setAsking(null)
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    setBusy(false)
  }
  const changedTo = (view: SavedView, to: Partial<SavedView>) =>
    viewsApi.change({ id: view.id, version: view.version, ...to })
  const change = (view: SavedView, to: Partial<SavedView>) =>
    void attempt(changedTo(view, to), t('updated', { name: view.name }))

  const named = (label: 'update' | 'rename' | 'remove' | 'makeDefault' | 'noDefault', view: SavedView) =>
    t(label, { name: view.name })
  const actions: MenuAction[] = [
    { key: 'new', label: t('saveAs'), icon: <IconPlus {...ICON} />, onSelect: () => setAsking('new') },
  ]
  if (active)
    actions.push(
      {
        key: 'update',
        label: named('update', active),
        icon: <IconDeviceFloppy {...ICON} />,
        disabled: !changed,
        onSelect: () => change(active, { state }),
      },
      {
        key: 'name',
        label: named('rename', active),
        icon: <IconPencil {...ICON} />,
        onSelect: () => setAsking('name'),
      },
      {
        key: 'default',
        label: named(active.isDefault ? 'noDefault' : 'makeDefault', active),
        icon: <IconStar {...ICON} />,
        onSelect: () => change(active, { isDefault: !active.isDefault }),
      },
      {
        key: 'remove',
        label: named('remove', active),
        icon: <IconTrash {...ICON} />,
        onSelect: () => setAsking('removal'),
      },
    )
  const shown: MenuAction[] = (views ?? []).map((view) => ({
    key: String(view.id),
    label: view.isDefault ? t('isDefault', { name: view.name }) : view.name,
    checked: view.id === active?.id,
    onSelect: () => apply(view),
  }))
  if (shown.length > 0)
    shown.unshift({ key: 'none', label: t('none'), checked: !active, onSelect: () => apply(null) })
  const label = active ? (changed ? t('changed', { name: active.name }) : active.name) : t('title')
  return (
    <>
      <ActionMenu
        label={t('title')}
        align="start"
        head={error && !views ? <p role="alert">{failureText(error)}</p> : undefined}
        sections={[...(shown.length > 0 ? [{ title: t('title'), actions: shown }] : []), { actions }]}
        trigger={(props) => (
          <Button variant="default" leftSection={<IconBookmark {...ICON} />} title={label} {...props}>
            {label}
          </Button>
        )}
      />
      {(asking === 'new' || asking === 'name') && (
        <Suspense fallback={null}>
          <ViewNameDialog
            key={asking}
            title={asking === 'name' && active ? named('rename', active) : t('saveAsTitle')}
            name={asking === 'name' ? (active?.name ?? '') : ''}
            taken={(views ?? [])
              .filter(({ id }) => asking === 'new' || id !== active?.id)
              .map(({ name }) => name)}
            draft={asking === 'name' && active ? `view ${active.id}` : `view of ${of.screen}`}
            onClose={() => setAsking(null)}
            save={(name) =>
              write(
                asking === 'name' && active
                  ? changedTo(active, { name })
                  : viewsApi.create({ screen: of.screen, name, state }),
                t('saved', { name }),
              )
            }
          />
        </Suspense>
      )}
      {active && (
        <ConfirmDialog
          opened={asking === 'removal'}
          title={named('remove', active)}
          text={t('removeText')}
          confirm={t('removeIt')}
          danger
          pending={busy}
          onClose={() => setAsking(null)}
          onConfirm={() =>
            void attempt(
              viewsApi.remove({ id: active.id, version: active.version }).then(() => null),
              t('removed', { name: active.name }),
            )
          }
        />
      )}
    </>
  )
}
