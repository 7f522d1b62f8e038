import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { FilterBar } from '../../../platform/web/kit/filters.tsx'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import css from './modules.module.css'
import { ModulesMatrix } from './modules-matrix.tsx'
import { modulesQuery } from './modules-queries.ts'
import type { ModulesSearch } from './modules-search.ts'
import { useModuleChanges } from './use-module-changes.ts'

/** Which modules each client sees (A8): a change works at once, in open screens too. */
export default function ModulesPage() {
  const t = useTranslations('modules')
  const ui = useTranslations('ui')
  const [{ search }, change] = useUrlState<ModulesSearch>()
  const { rows, total, more, loading, dimmed, failure, refresh } = useCursorList(modulesQuery(search))
  const changes = useModuleChanges()
  const [one] = changes.last
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      <FilterBar note={!dimmed && total !== null && t('count', { count: total })}>
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(text) => change({ search: text })}
        />
      </FilterBar>
      <div className={css.undo} role="status">
        {one && (
          <>
            <span>
              {changes.last.length === 1
                ? t(one.visible ? 'shownOne' : 'hiddenOne', {
                    module: t(`names.${one.module}`),
                    client: rows.find(({ id }) => id === one.client)?.name ?? '',
                  })
                : t('changedMany', { count: changes.last.length })}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => void changes.undo()}
            >
              {t('undo')}
            </Button>
          </>
        )}
      </div>
      {failure ? (
        <ErrorCard title={t('notLoaded')} failure={failure} onRetry={() => void refresh()} />
      ) : !loading && rows.length === 0 ? (
        <EmptyState
          title={t(search ? 'noneFound' : 'none')}
          hint={t(search ? 'noneFoundHint' : 'noneHint')}
        />
      ) : (
        <ModulesMatrix rows={rows} total={total} search={search} busy={loading || dimmed} changes={changes} />
      )}
      {more && (
        <p className={css.more}>
          <MoreButton more={more}>{ui('table.loadMore')}</MoreButton>
        </p>
      )}
    </>
  )
}
