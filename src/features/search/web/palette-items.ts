import { IconMessageQuestion } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Found, SearchGroup, SearchHit } from '../contract.ts'
import { matching, type Named } from '../domain/commands.ts'
import { GROUP_ICONS, GROUP_SCREENS } from './group-icons.ts'
import type { Recent } from './recent.ts'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

/** Something that the portal can do, or a screen of it. */
export type Command = Named & { id: string; icon: Icon; run: () => void; kind: 'screen' | 'act' }

export type Item = {
  id: string
  icon: Icon
  title: string
  details: string[]
  run: () => void
}
export type Section = { id: string; title: string; items: Item[] }

type Words = {
  section: (name: SearchGroup | 'recent' | 'screens' | 'acts') => string
  untitled: string
  standing: (standing: NonNullable<SearchHit['standing']>) => string
  all: (group: SearchGroup) => string
  day: (day: string) => string
}
type Ways = {
  open: (hit: SearchHit, group: SearchGroup, title: string) => void
  openPath: (to: string) => void
  openAll: (screen: string) => void
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** So many commands stand beside hits. */
const MOST_COMMANDS = 8

const toItem = (command: Command): Item => ({ ...command, title: command.label, details: [] })

const screensAndActs = (commands: readonly Command[], words: Words): Section[] => [
  {
    id: 'screens',
    title: words.section('screens'),
    items: commands.filter(({ kind }) => kind === 'screen').map(toItem),
  },
  {
    id: 'acts',
    title: words.section('acts'),
    items: commands.filter(({ kind }) => kind === 'act').map(toItem),
  },
]

/** Before anything is typed: what was opened last, what can be done, where one can go. */
export const atFirst = (
  recent: readonly Recent[],
  commands: readonly Command[],
  words: Words,
  ways: Ways,
): Section[] =>
  [
    {
      id: 'recent',
      title: words.section('recent'),
      items: recent.map(({ group, to, title }) => ({
        ...{ id: `recent ${to}`, icon: GROUP_ICONS[group], title, details: [words.section(group)] },
        run: () => ways.openPath(to),
      })),
    },
    ...screensAndActs(commands, words).toReversed(),
  ].filter(({ items }) => items.length > 0)

/** Commands whose names fit, and what was found; a number looks for things first, a word for screens. */
export function forTerm(
  typed: string,
  found: Found['groups'],
  commands: readonly Command[],
  { locale, ...words }: Words & { locale: string },
  ways: Ways,
): Section[] {
  const fitting = screensAndActs(matching(commands, typed).slice(0, MOST_COMMANDS), words)
  const hits = found.map(({ group, hits: some, more }): Section => {
    const screen = GROUP_SCREENS[group]
    const items = some.map((hit, place): Item => {
      const title = hit.names?.[locale] || hit.title || words.untitled
      return {
        ...{ id: `${group} ${place} ${hit.to}`, icon: GROUP_ICONS[group], title },
        details: [
          ...(hit.standing ? [words.standing(hit.standing)] : []),
          ...hit.details.map((one) => (DAY.test(one) ? words.day(one) : one)),
          ...(hit.tenantName ? [hit.tenantName] : []),
        ],
        run: () => ways.open(hit, group, title),
      }
    })
    if (more && screen)
      items.push({
        ...{ id: `${group} all`, icon: GROUP_ICONS[group], title: words.all(group), details: [] },
        run: () => ways.openAll(screen),
      })
    return { id: group, title: words.section(group), items }
  })
  return (/\d/.test(typed) ? [...hits, ...fitting] : [...fitting, ...hits]).filter(
    ({ items }) => items.length > 0,
  )
}

/** Where nothing was found: the same words for the assistant. */
export const asking = (title: string, label: string, run: () => void): Section => ({
  ...{ id: 'assistant', title },
  items: [{ id: 'ask', icon: IconMessageQuestion, title: label, details: [], run }],
})
