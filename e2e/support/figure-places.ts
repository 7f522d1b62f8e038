import type { Page } from 'playwright-core'
import { settled } from './browser.ts'
import { chartsDrawn, drawer } from './sales.ts'

/** Places of a screen that open lines: cards, changes, cells and rows of tables, marks of charts, sides of year-to-date. */
export const OPENS = `main :is([data-span] > button, [data-span] > div > button, button[data-trend], tbody button, svg [role="button"],
  button[data-side], li > button, li > div > button)`
/**
 * Where figures stand, whether they open anything or not; what a legend says beside a colour is the name of a series. A month that
 * is only forecast is no sum of lines.
 */
const FIGURES = `main :is([data-span] strong:not(li *), tbody td, svg [role="img"], [data-side], [data-trend]:not(dl *),
  section li:not(:has(> i)))`
const NO_SUM = 'Forecast'

/** `label`: where it stands, by the names around it; `figure`: what a person reads there. */
export type Place = { at: number; label: string; text: string; figure: string }

/** What stands at each place, under which name, and its figure as a person reads it. */
export async function places(page: Page): Promise<Place[]> {
  await chartsDrawn(page)
  const found = await page.locator(OPENS).evaluateAll((all) => {
    const text = (of: Element | null | undefined) => (of as HTMLElement | null | undefined)?.innerText ?? ''
    const nameOf = (one: Element) => {
      const section = one.closest('section')
      const named = document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
      return section?.getAttribute('aria-label') ?? text(named)
    }
    /** Heads of a table's column, the wide ones first. */
    const headsOf = (cell: HTMLTableCellElement) => {
      const rows = [...(cell.closest('table')?.tHead?.rows ?? [])]
      const grid: string[][] = rows.map(() => [])
      rows.forEach((row, level) => {
        let column = 0
        for (const head of row.cells) {
          while (grid[level]?.[column] !== undefined) column += 1
          for (let down = 0; down < head.rowSpan; down += 1)
            for (let across = 0; across < head.colSpan; across += 1) {
              const line = grid[level + down]
              if (line) line[column + across] = down === 0 ? text(head) : ''
            }
        }
      })
      return grid.map((line) => line[cell.cellIndex] ?? '')
    }
    return all.map((one, at) => {
      const spoken = one instanceof SVGElement ? (one.getAttribute('aria-label') ?? '') : ''
      const cell = one.closest<HTMLTableCellElement>('tbody :is(th, td)')
      const row = cell?.closest('tr')
      const card = one.matches('[data-span] > button, [data-span] > div > button')
      // A change says of what it is to those who hear it alone.
      const change = one.hasAttribute('data-trend')
      const lines = text(one).split('\n')
      const entry = one.closest('li')
      const names = spoken
        ? [spoken.slice(0, spoken.lastIndexOf(': '))]
        : cell
          ? [text(row?.cells[0]), ...(cell.tagName === 'TD' ? headsOf(cell) : [])]
          : entry
            ? [
                entry.firstChild?.textContent ?? '',
                String([...entry.querySelectorAll<Element>('button')].indexOf(one)),
              ]
            : change
              ? [(one.getAttribute('aria-label') ?? '').replace(/: [^:]*$/, ''), 'change']
              : one.hasAttribute('data-side')
                ? [(one.getAttribute('aria-label') ?? '').split(': ')[0] ?? '']
                : [lines[0] ?? '']
      return {
        at,
        label: [nameOf(one), ...names].filter(Boolean).join(' › '),
        text: spoken || text(cell?.tagName === 'TH' ? row : one),
        // A name may hold figures of its own: what is read comes after it.
        figure: spoken
          ? spoken.slice(spoken.lastIndexOf(': ') + 2)
          : cell?.tagName === 'TH'
            ? [...(row?.querySelectorAll('td') ?? [])].map(text).join(' ')
            : card
              ? (lines[1] ?? '')
              : one.hasAttribute('data-side')
                ? (lines.at(-1) ?? '')
                : change
                  ? lines.join(' ')
                  : // A cell of the evolution has its change beneath, an entry of a card its year above.
                    (lines.find((line) => /\d/.test(line) && !/^(20\d\d|Total)$/.test(line)) ??
                    lines[0] ??
                    ''),
      }
    })
  })
  // A month that is left out has no figure, and one that is only forecast no lines.
  return found.filter(({ figure }) => (/\d/.test(figure) || figure === 'new') && !figure.startsWith(NO_SUM))
}

/** Figures of the screen that nothing can be opened from: neither from them nor from the row that they stand in. */
export const closedFigures = (page: Page): Promise<string[]> =>
  page.locator(FIGURES).evaluateAll(
    (all, [opens = '', noSum = '']) =>
      all.flatMap((one) => {
        const cell = one.closest('td')
        const head = cell?.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.innerText ?? ''
        const shown = one.cloneNode(true) as HTMLElement
        // Of an entry with several figures what is left is what opens nothing.
        // A change is looked at by itself.
        const others = one.matches('li') ? '[data-trend], button, strong, small' : '[data-trend]'
        if (!one.matches('[data-trend]')) for (const other of shown.querySelectorAll(others)) other.remove()
        const spoken = one instanceof SVGElement ? (one.getAttribute('aria-label') ?? '') : ''
        const figure = spoken ? spoken.slice(spoken.lastIndexOf(': ') + 2) : (shown.textContent ?? '')
        const predicted = head.startsWith(noSum) || figure.startsWith(noSum)
        if (!/\d/.test(figure) || predicted) return []
        const isOpen =
          one.closest(opens) ??
          (one.matches('li') ? null : one.querySelector('button')) ??
          cell?.closest('tr')?.querySelector('th button')
        return isOpen ? [] : [`${figure} in ${one.closest('section')?.innerText.slice(0, 60)}`]
      }),
    [OPENS, NO_SUM],
  )

/** Clicks one place after the other and goes back: those that open nothing. What lies behind them is for `audit`. */
export async function shutPlaces(page: Page, of: readonly Place[]): Promise<string[]> {
  const shut = await page.evaluate(
    async ([selector, ats]) => {
      const asked = () => new URLSearchParams(location.search).get('lines')
      const until = async (is: () => boolean) => {
        for (let waited = 0; waited < 500 && !is(); waited += 1)
          await new Promise((passed) => setTimeout(passed, 20))
        return is()
      }
      const found: number[] = []
      for (const at of ats) {
        const place = document.querySelectorAll(selector)[at]
        place?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        if (await until(() => asked() !== null && document.querySelector('[role="dialog"]') !== null)) {
          history.back()
          await until(() => asked() === null)
        } else found.push(at)
      }
      return found
    },
    [OPENS, of.map(({ at }) => at)] as const,
  )
  await drawer(page).waitFor({ state: 'detached' })
  await settled(page)
  return of.filter(({ at }) => shut.includes(at)).map(({ label, text }) => `${label}: ${text}`)
}

/** Every chart of the screen as its table. */
export async function readAsTables(page: Page) {
  const buttons = page.getByRole('button', { name: 'View as table' })
  await buttons.evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click()
  })
  await buttons.first().waitFor({ state: 'detached' })
}
