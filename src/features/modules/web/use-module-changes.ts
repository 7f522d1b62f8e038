import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { MOST_CHANGES, type ModuleChange } from '../contract.ts'
import { modulesApi } from './modules-queries.ts'

type Turn = { changed: ModuleChange[] }
const inverse = (changes: readonly ModuleChange[]) =>
  changes.map((change) => ({ ...change, visible: !change.visible }))
const keyOf = ({ client, module }: Pick<ModuleChange, 'client' | 'module'>) => `${client} ${module}`

/** Changes of the matrix: shown at once, taken back when the server refuses, and the way back from the last one. */
export function useModuleChanges() {
  const t = useTranslations('modules')
  const failureText = useFailureText()
  const queries = useQueryClient()
  /** What is on its way, as it will be. */
  const [coming, setComing] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [last, setLast] = useState<readonly ModuleChange[]>([])

  async function send(asked: readonly ModuleChange[], work: () => Promise<Turn>): Promise<Turn | null> {
    setComing((now) => new Map([...now, ...asked.map((change) => [keyOf(change), change.visible] as const)]))
    try {
      const answer = await work()
      await queries.invalidateQueries({ queryKey: ['tenants'] })
      return answer
    } catch (fault) {
      toast.failed(t('notChanged', { reason: failureText(fault) }))
      return null
    } finally {
      setComing((now) => {
        const rest = new Map(now)
        for (const change of asked) rest.delete(keyOf(change))
        return rest
      })
    }
  }
  return {
    /** null: as the list says. */
    comingOf: (client: number, module: ModuleChange['module']) => coming.get(keyOf({ client, module })),
    last,
    async change(changes: ModuleChange[]) {
      const answer = await send(changes, () => modulesApi.change({ changes }))
      if (answer) setLast(answer.changed)
    },
    async changeForAll(change: Pick<ModuleChange, 'module' | 'visible'>, search: string | undefined) {
      const answer = await send([], () => modulesApi.changeForAll({ ...change, ...(search && { search }) }))
      if (answer) setLast(answer.changed)
    },
    async undo() {
      const changes = inverse(last).slice(0, MOST_CHANGES)
      const answer = await send(changes, () => modulesApi.change({ changes }))
      if (answer) {
        setLast([])
        toast.done(t('undone'))
      }
    },
  }
}
